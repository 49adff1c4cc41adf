import { fork } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { statSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { interleaved } from "./interleaved.mjs";
import { blockLines, fullOutcome, perBlock, recordHistory } from "./large-log.mjs";
import { databaseOf, openForBench, outcome, withProject } from "./project.mjs";
import { timed, timedPerCall } from "./timed.mjs";

export const question =
  "What does one more outcome cost when there are a thousand, and when there are a million?";

const smallest = perBlock;

export async function run({ quick }) {
  const sizes = quick ? [smallest, 10_000, 100_000] : [smallest, 10_000, 100_000, 1_000_000];
  const history = await recordHistory();
  await withProject(async (project) => warmUp(await openForBench(project)));
  const rows = [];
  for (const size of sizes) {
    const measured = withProject((project) =>
      withProject((small) => measure(project, small, size, history, quick)),
    );
    rows.push(...(await measured));
  }
  return rows;
}

/** The first calls are slow because the program is still being compiled. */
async function warmUp(whetstone) {
  await timedPerCall(smallest, (index) => whetstone.record(fullOutcome(index)));
  await timedPerCall(100, () => whetstone.report());
  await whetstone.close();
}

async function measure(project, small, size, history, quick) {
  const filledMs = await timed(() => fill(project, size, history));
  await fill(small, smallest, history);
  const megabytes = Math.round(statSync(databaseOf(project)).size / 2 ** 20);
  console.error(`  ${size} outcomes imported in ${(filledMs / 1000).toFixed(1)} s, database ${megabytes} MB`);
  const memory = `${await peakMegabytes(project)} MB of memory at peak`;
  const [whetstone, atSmallest] = [await openForBench(project), await openForBench(small)];
  const database = new DatabaseSync(databaseOf(project));
  const bare = bareTransaction(database);
  await untilLogIsReused(project, bare);
  // Stays open to the end, because closing the last connection deletes the write-ahead log.
  const smallDatabase = new DatabaseSync(databaseOf(small));
  await untilLogIsReused(small, bareTransaction(smallDatabase));
  const [calls, rounds] = quick ? [40, 3] : [50, 9];
  const recording = (into) => () => timedPerCall(calls, (index) => into.record(fullOutcome(index)));
  const name = `${size} outcomes`;
  const common = { name, rounds, subject: "record", runSubject: recording(whetstone) };
  const rows = [
    {
      ...(await interleaved({
        ...common,
        baseline: `record at ${smallest}`,
        runBaseline: recording(atSmallest),
      })),
      note: memory,
    },
    await interleaved({
      ...common,
      baseline: "bare two-row transaction",
      runBaseline: () => timedPerCall(calls, bare),
    }),
    await interleaved({
      ...{ name, rounds, subject: "report", baseline: "record" },
      runSubject: () => timedPerCall(3, () => whetstone.report()),
      runBaseline: recording(whetstone),
    }),
    await interleaved({
      ...{ name, rounds: Math.min(rounds, 3), subject: "recompute all in memory", baseline: "record" },
      runSubject: await naive(size),
      runBaseline: recording(whetstone),
    }),
    await rebuilding(name, whetstone, database, size, quick),
  ];
  await Promise.all([whetstone.close(), atSmallest.close()]);
  database.close();
  smallDatabase.close();
  return rows;
}

async function rebuilding(name, whetstone, database, size, quick) {
  let events = 0;
  const progress = (done, total) => {
    events = total;
    if (process.stderr.isTTY)
      process.stderr.write(`\r  rebuild: ${done} of ${total} events${done === total ? "\n" : ""}`);
  };
  const row = await interleaved({
    name,
    subject: "rebuild",
    baseline: "read and parse the log",
    rounds: quick || size > 100_000 ? 1 : 5,
    runSubject: () => timed(() => whetstone.rebuild({}, { onProgress: progress })),
    runBaseline: () => timed(async () => readLog(database)),
  });
  return { ...row, note: `${Math.round((events * 1000) / row.subjectMs.median)} events a second` };
}

function readLog(database) {
  let parsed = 0;
  for (const { data } of database.prepare("SELECT * FROM events ORDER BY address").iterate()) {
    if (JSON.parse(data) !== null) parsed += 1;
  }
  return parsed;
}

/**
 * The baseline: inserts one row into a table like the log and updates one row, in the same file, with the
 * same journal and sync.
 */
function bareTransaction(database) {
  database.exec("PRAGMA synchronous = FULL");
  database.exec("PRAGMA secure_delete = ON");
  // The same as the store's connection, so that both pay for checkpoints.
  database.exec("PRAGMA wal_autocheckpoint = 4000");
  database.exec(`
    CREATE TABLE IF NOT EXISTS bare_events (seq INTEGER PRIMARY KEY, id TEXT, at TEXT, data TEXT) STRICT;
    CREATE TABLE IF NOT EXISTS bare_rows (key TEXT PRIMARY KEY, row TEXT) STRICT, WITHOUT ROWID`);
  const insert = database.prepare("INSERT INTO bare_events (id, at, data) VALUES (?, ?, ?)");
  const put = database.prepare(
    "INSERT INTO bare_rows VALUES (?, ?) ON CONFLICT DO UPDATE SET row = excluded.row",
  );
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  return (index) => {
    begin.run();
    const data = JSON.stringify(fullOutcome(index));
    insert.run(randomUUID(), new Date().toISOString(), data);
    put.run(`key-${index % 20}`, data);
    commit.run();
  };
}

/**
 * Writes until the write-ahead log has reached its full length and is reused. While it grows, a sync takes
 * twice as long on both sides, so the measurement starts after that.
 */
async function untilLogIsReused(project, bare) {
  const size = () => statSync(`${databaseOf(project)}-wal`).size;
  for (let before = -1; size() !== before; ) {
    before = size();
    await timedPerCall(200, bare);
  }
}

/**
 * A program without read models: at each record it computes every score, strategy and adapter from all
 * outcomes.
 */
async function naive(size) {
  const { scoreImplicitFeedback } = await import("whetstone/engines");
  const all = Array.from({ length: size }, (_, index) => fullOutcome(index));
  return () =>
    timed(async () => {
      const sums = new Map();
      for (const { strategy, adaptersUsed, ...run } of all) {
        const signals = {
          duration_ms: run.durationMs,
          error_count: run.errorCount,
          retry_count: run.retryCount,
        };
        const success = run.result === "success";
        const { raw_value } = scoreImplicitFeedback({
          bead_id: run.taskId,
          success,
          timestamp: "",
          ...signals,
        });
        for (const key of [strategy, ...adaptersUsed]) {
          const { count = 0, score = 0 } = sums.get(key) ?? {};
          sums.set(key, { count: count + 1, score: score + raw_value });
        }
      }
      return sums;
    });
}

const perImport = 20;

/** Imports the block repeatedly with new ids, tasks and runs, spread over the last year. */
async function fill(project, size, history) {
  const whetstone = await openForBench(project, ["store.synchronous=normal"]);
  const blocks = size / perBlock;
  const now = Date.now();
  for (let first = 0; first < blocks; first += perImport) {
    const lines = [history.header];
    for (let number = first; number < Math.min(blocks, first + perImport); number += 1)
      lines.push(...blockLines(history, number, blocks, now));
    const sha256 = createHash("sha256")
      .update(`${lines.join("\n")}\n`)
      .digest("hex");
    await whetstone.import({ lines: [...lines, JSON.stringify({ events: lines.length - 1, sha256 })] });
  }
  await whetstone.close();
}

/** The peak memory of a separate process that opens the project, records and reports. */
async function peakMegabytes({ root, env }) {
  const child = fork(import.meta.filename, [root], { env });
  const [message] = await once(child, "message");
  return message;
}

if (process.argv[1] === import.meta.filename) {
  const whetstone = await openForBench({ root: process.argv[2], env: process.env });
  await timedPerCall(100, (index) => whetstone.record(outcome(index)));
  await whetstone.report();
  await whetstone.close();
  process.send(Math.round(process.resourceUsage().maxRSS / 1024));
}
