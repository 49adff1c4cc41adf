import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { fillWithInsights, role, sentence } from "./insight-history.mjs";
import { interleaved } from "./interleaved.mjs";
import { commandLine, databaseOf, openForBench, withProject } from "./project.mjs";
import { timed, timedNode, timedPerCall } from "./timed.mjs";

export const question =
  "What does a brief cost when its role has a thousand insights, and when it has a hundred thousand?";

/**
 * In half a year the oldest insights lose their weight. Insights of one day weigh nearly the same, which is
 * the worst case for finding the best.
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
        ...(await withProject((project) => measure(withoutTimeLimits(project), { size, over, days, quick }))),
      );
  return rows;
}

/**
 * Raises the time limits: a brief that times out measures nothing. All programs get the same settings, so
 * that no view is rebuilt.
 */
function withoutTimeLimits(project) {
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
    `  ${size} insights of ${over} imported in ${(filledMs / 1000).toFixed(1)} s, database ${megabytes} MB`,
  );
  const name = `${size} insights of ${over}`;
  const whetstone = await openForBench(project);
  // A brief takes in a part of a log that the index does not know yet, which is no part of the question.
  const indexedMs = await timed(() => whetstone.search({ text: sentence(0) }));
  console.error(`  indexed in ${(indexedMs / 1000).toFixed(1)} s`);
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

/** The baseline reads the rows of the brief by primary key and does nothing with them. */
async function warm(whetstone, database, name, quick) {
  const ask = () => whetstone.brief({ role, labels: ["label-3"], files: ["src/part-7/index.ts"] });
  const { memory_queried: rowsRead, patterns_found: shown, form } = await ask();
  const storedKeys = database
    .prepare("SELECT key FROM views WHERE view = 'insights' ORDER BY key LIMIT ?")
    .all(rowsRead)
    .map(({ key }) => key);
  // An insight in two lists is read twice.
  const keys = Array.from({ length: rowsRead }, (_, index) => storedKeys[index % storedKeys.length]);
  const [{ project }] = database.prepare("SELECT project FROM projects").all();
  const select = database.prepare(
    "SELECT row FROM views WHERE project = ? AND view = 'insights' AND key = ?",
  );
  // Rounds of about the same length, however many rows are read.
  const calls = quick ? 3 : Math.max(1, Math.min(10, Math.floor(20_000 / rowsRead)));
  const row = await interleaved({
    name,
    subject: "brief, warm",
    baseline: `SELECT ${rowsRead} rows by key`,
    rounds: quick ? 3 : 9,
    runSubject: () => timedPerCall(calls, ask),
    runBaseline: () => timedPerCall(calls, () => keys.map((key) => select.get(project, key))),
  });
  return { ...row, note: `${rowsRead} read, ${shown} shown (${form})` };
}

async function cold({ project, name, verb, quick }) {
  const start = (args) => async () => timedNode(args, { ...project, check: checkAnswer });
  return interleaved({
    name,
    subject: `whetstone ${verb.join(" ")} --json, cold`,
    baseline: "node -e 0",
    rounds: quick ? 3 : 7,
    runSubject: start([commandLine, ...verb, "--json"]),
    runBaseline: start(["-e", "0"]),
  });
}

function checkAnswer(stdout) {
  if (stdout.includes('"failed"')) throw new Error(`a brief timed out: ${stdout}`);
}

/** The baseline writes the same text into one row of the same file, with the same journal and sync. */
async function capture(whetstone, database, { name, kilobytes, quick }) {
  database.exec("PRAGMA synchronous = FULL");
  database.exec(
    "CREATE TABLE IF NOT EXISTS bare_texts (id TEXT PRIMARY KEY, text TEXT) STRICT, WITHOUT ROWID",
  );
  const insert = database.prepare("INSERT INTO bare_texts VALUES (?, ?)");
  const calls = 2;
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
      timedPerCall(calls, async () => {
        const { insights, failed } = await whetstone.deliberate({ role, text: next(), run: randomUUID() });
        if (failed !== undefined) throw new Error(`a deliberation timed out: ${failed.reason}`);
        found = insights.length;
      }),
    runBaseline: () => timedPerCall(calls, () => insert.run(randomUUID(), next())),
  });
  const perKilobyte = (row.subjectMs.median / kilobytes).toFixed(2);
  return { ...row, note: `${perKilobyte} ms a kilobyte, ${found} insights each` };
}

/** Paragraphs of prose of about this length, without a section of patterns. */
function deliberation(bytes, first) {
  const parts = [];
  for (let index = first, length = 0; length < bytes; index += 1) {
    const text = index % 6 === 0 ? "Let me look at the next file now." : sentence(index);
    const part = `${text}${index % 5 === 0 ? "\n\n" : " "}`;
    parts.push(part);
    length += part.length;
  }
  return parts.join("");
}
