/**
 * `node bench/rules.bench.mjs --data FOLDER`: how many of the checks that are made of rules are right, by form, and
 * how many of the rules that a call can decide get one; and how many breaches that the checks claim in recorded
 * sessions are real. Reads `rules/rules.open.jsonl` of the folder: rules of public
 * instruction files, each judged by a person. The data is not part of the repository.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { orSayNoData, recorded } from "./recorded.mjs";
import { judgeClaims } from "./rules/claims.mjs";
import { formOf, judgeRow } from "./rules/judge.mjs";
import { bundledRoom } from "./sessions/bundled-room.mjs";

export const question = "How many checks that are made of rules are right?";

const root = join(import.meta.dirname, "..");
/** Of the checks that are made, and of the rules that a call can decide. */
const goals = { right: 0.8, recall: 0.12, real: 0.85 };

export async function run({ data } = {}) {
  const file = recorded(data, "rules/rules.open.jsonl");
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  const folder = mkdtempSync(join(root, ".bench-room-"));
  try {
    const room = await bundledRoom(folder, join(import.meta.dirname, "rules/room.ts"));
    const judged = rows.flatMap((row) => {
      const { heading, lead, rule } = row;
      const { checks } = room.compileRule({ text: rule, heading: heading ?? "", lead: lead ?? "" });
      return judgeRow(row, checks);
    });
    const claims = judgeClaims(
      room,
      recorded(data, "sessions/entire.jsonl.gz"),
      recorded(data, "rules/violations.open.jsonl"),
    );
    return [...figures(judged, rows), claimsRow(claims)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function figures(judged, rows) {
  const forms = [...new Set(judged.map(({ check }) => formOf(check)))].sort();
  const lines = forms.map((form) =>
    lineOf(
      form,
      judged.filter(({ check }) => formOf(check) === form),
    ),
  );
  const all = lineOf("all", judged);
  const drawn = rows.filter(({ set, level }) => !set.startsWith("compiled") && level === "call");
  const met = drawn.filter((row) => judged.some((each) => each.row === row && each.verdict === "right"));
  const recall = met.length / drawn.length;
  const known = judged.filter(({ verdict }) => verdict !== "unread");
  const right = known.filter(({ verdict }) => verdict === "right").length / known.length;
  if (right < goals.right || recall < goals.recall) process.exitCode = 1;
  return [
    ...lines,
    all,
    {
      form: `recall ${percent(recall)} of ${drawn.length} drawn rules; goals ${percent(goals.right)} right, ${percent(goals.recall)} recall`,
    },
  ];
}

function claimsRow({ claims, claimed, real, reals }) {
  if (real / claimed < goals.real) process.exitCode = 1;
  return {
    form:
      `breaches ${percent(real / claimed)} real of ${claimed} claimed, of ${claims} that were judged, ` +
      `${reals} of them real; goal ${percent(goals.real)}`,
  };
}

function lineOf(form, judged) {
  const count = (verdict) => judged.filter((each) => each.verdict === verdict).length;
  const known = judged.length - count("unread");
  return {
    form,
    checks: judged.length,
    right: count("right"),
    wide: count("wide"),
    wrong: count("wrong"),
    unread: count("unread"),
    share: known === 0 ? "–" : percent(count("right") / known),
  };
}

export function show(rows) {
  const counts = rows.filter(({ checks }) => checks !== undefined);
  const head = Object.keys(counts[0] ?? {})
    .map((name) => name.padStart(10))
    .join("");
  const lines = counts.map((row) =>
    Object.values(row)
      .map((value) => String(value).padStart(10))
      .join(""),
  );
  return [head, ...lines, ...rows.filter(({ checks }) => checks === undefined).map(({ form }) => form)].join(
    "\n",
  );
}

const percent = (share) => `${Math.round(share * 100)} %`;

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { data: { type: "string" } } });
  await orSayNoData(async () => console.log(show(await run(values))));
}
