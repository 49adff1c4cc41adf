import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { fillWithInsights, role, sentence } from "./insight-history.mjs";
import { interleaved } from "./interleaved.mjs";
import { commandLine, databaseOf, openForBench, withProject } from "./project.mjs";

export const question =
  "What does a brief cost when its role has a thousand insights, and when it has a hundred thousand?";

/**
 * Half a year fades away at its old end; what all came in one day is worth nearly the same, the worst case
 * for finding the best.
 */
const histories = [
  ["half a year", 180],
  ["one day", 1],
];

export async function run({ quick }) {
  const rows = [
    await withProject((project) => cold({ project, name: "empty project", verb: ["status"], quick })),
  ];
  for (const [over, days] of histories)
    for (const size of quick ? [1_000, 5_000] : [1_000, 10_000, 100_000])
      rows.push(
        ...(await withProject((project) => measure(unhurried(project), { size, over, days, quick }))),
      );
  return rows;
}

/**
 * Without limits: a brief that is given up has cost nothing and said nothing. The same for all, so that
 * nothing is folded again.
 */
function unhurried(project) {
  const limits = {
    WHETSTONE_INSIGHTS_BRIEF_LIMIT_MS: "60000",
    WHETSTONE_INSIGHTS_CAPTURE_LIMIT_MS: "600000",
  };
  return { ...project, env: { ...project.env, ...limits } };
}

async function measure(project, { size, over, days, quick }) {
  const filledMs = await timed(() => fillWithInsights(project, size, days));
  const file = databaseOf(project);
  const megabytes = Math.round(statSync(file).size / 2 ** 20);
  console.error(
    `  ${size} insights of ${over} imported in ${(filledMs / 1000).toFixed(1)} s, a database of ${megabytes} MB`,
  );
  const name = `${size} insights of ${over}`;
  const whetstone = await openForBench(project);
  const database = new DatabaseSync(file);
  const rows = [
    await warm(whetstone, database, name, quick),
    await cold({ project, name, verb: ["brief", "--role", role], quick }),
  ];
  const [firstDays] = histories[0].slice(1);
  if (days === firstDays)
    for (const kilobytes of [4, 64])
      rows.push(await capture(whetstone, database, { name, kilobytes, quick }));
  database.close();
  await whetstone.close();
  return rows;
}

/** The floor: the rows that the brief looked at, each by its primary key, and nothing made of them. */
async function warm(whetstone, database, name, quick) {
  const ask = () => whetstone.brief({ role, labels: ["label-3"], files: ["src/part-7/index.ts"] });
  const { memory_queried: looked, patterns_found: shown, form } = await ask();
  const held = database
    .prepare("SELECT key FROM views WHERE view = 'insights' ORDER BY key LIMIT ?")
    .all(looked)
    .map(({ key }) => key);
  // An insight that stands in two lists is looked at twice.
  const keys = Array.from({ length: looked }, (_, index) => held[index % held.length]);
  const [{ project }] = database.prepare("SELECT project FROM projects").all();
  const select = database.prepare(
    "SELECT row FROM views WHERE project = ? AND view = 'insights' AND key = ?",
  );
  // A round of about the same length, however much there is to look at.
  const calls = quick ? 3 : Math.max(1, Math.min(10, Math.floor(20_000 / looked)));
  const row = await interleaved({
    name,
    subject: "brief, warm",
    baseline: `SELECT ${looked} rows by key`,
    rounds: quick ? 3 : 9,
    runSubject: () => each(calls, ask),
    runBaseline: () => each(calls, () => keys.map((key) => select.get(project, key))),
  });
  return { ...row, note: `${looked} looked at, ${shown} shown (${form})` };
}

async function cold({ project, name, verb, quick }) {
  const start = (args) => async () => started(args, project);
  return interleaved({
    name,
    subject: `whetstone ${verb.join(" ")} --json, cold`,
    baseline: "node -e 0",
    rounds: quick ? 3 : 7,
    runSubject: start([commandLine, ...verb, "--json"]),
    runBaseline: start(["-e", "0"]),
  });
}

function started(args, { root, env }) {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
  const elapsed = performance.now() - began;
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  if (stdout.includes('"failed"')) throw new Error(`a brief was given up: ${stdout}`);
  return elapsed;
}

/** The floor: the same text in one row of the same file, with the same journal and sync. */
async function capture(whetstone, database, { name, kilobytes, quick }) {
  database.exec("PRAGMA synchronous = FULL");
  database.exec(
    "CREATE TABLE IF NOT EXISTS bare_texts (id TEXT PRIMARY KEY, text TEXT) STRICT, WITHOUT ROWID",
  );
  const insert = database.prepare("INSERT INTO bare_texts VALUES (?, ?)");
  const calls = quick ? 2 : 5;
  let first = 1_000_000;
  const next = () => {
    first += 100_000;
    return deliberation(kilobytes * 1024, first);
  };
  let found = 0;
  const row = await interleaved({
    name,
    subject: `deliberate, ${kilobytes} kB`,
    baseline: "INSERT the text",
    rounds: quick ? 2 : 7,
    runSubject: () =>
      each(calls, async () => {
        const { insights, failed } = await whetstone.deliberate({ role, text: next(), run: randomUUID() });
        if (failed !== undefined) throw new Error(`a deliberation was given up: ${failed.reason}`);
        found = insights.length;
      }),
    runBaseline: () => each(calls, () => insert.run(randomUUID(), next())),
  });
  const perKilobyte = (row.subjectMs.median / kilobytes).toFixed(2);
  return { ...row, note: `${perKilobyte} ms a kilobyte, ${found} insights each` };
}

/** Prose of about this length, in paragraphs, as a role answers without a section of patterns. */
function deliberation(bytes, first) {
  const parts = [];
  for (let index = first, length = 0; length < bytes; index += 1) {
    const part = `${index % 6 === 0 ? "Let me look at the next file now." : sentence(index)}${index % 5 === 0 ? "\n\n" : " "}`;
    parts.push(part);
    length += part.length;
  }
  return parts.join("");
}

/** Milliseconds of one call, over many. */
async function each(calls, work) {
  const total = await timed(async () => {
    for (let index = 0; index < calls; index += 1) await work(index);
  });
  return total / calls;
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
