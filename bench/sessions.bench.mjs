/**
 * `node bench/sessions.bench.mjs --data FOLDER [--json FILE] [--against FILE] [--sheet FILE] [--sessions N]
 * [--set KEY=VALUE]`: replays the recorded streams in its folder `sessions` through the hooks of their hosts, and prints
 * what was said and what it was worth, by stream, pooled, and pooled without each stream, beside two base
 * lines. `--json` saves the counts, `--against` compares with a saved run, `--sheet` writes every distinct
 * line for reading. The streams are not part of the repository; `bench/sessions/stream.mjs` says how they
 * look.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withProject } from "./project.mjs";
import { NoData, orSayNoData, recorded } from "./recorded.mjs";
import { retrievePlainly, sayNothing } from "./sessions/baselines.mjs";
import { bundledRoom } from "./sessions/bundled-room.mjs";
import { compareRuns, comparisonText } from "./sessions/compare.mjs";
import { figureTable } from "./sessions/figures.mjs";
import { looksFailed, replay, settings } from "./sessions/replay.mjs";
import { pooled, recognition, score } from "./sessions/score.mjs";
import { lineSheet } from "./sessions/sheet.mjs";
import { readStream, streamFiles } from "./sessions/stream.mjs";

export const question =
  "How many repeated failures are met by a right remedy, and how much of what is said matters?";

const root = join(import.meta.dirname, "..");

export async function run({ data, json, against, sheet, sessions, set = [], quick = false }) {
  const folder = recorded(data, "sessions");
  const files = streamFiles(folder);
  if (files.length === 0) throw new NoData(`--data: there is no stream in ${folder}.`);
  const saved = against === undefined ? undefined : JSON.parse(readFileSync(against, "utf8"));
  const limit = Number(sessions ?? (quick ? 5 : Number.POSITIVE_INFINITY));
  const streams = files.map((file) => readStream(file, limit));
  const records = await replayAll(streams, set);
  const counts = (recordOf) =>
    Object.fromEntries(streams.map((stream) => [stream.name, score(stream, recordOf(stream))]));
  const product = counts(({ name }) => records[name].record);
  for (const { name } of streams) product[name].text = records[name].text;
  const baselines = { nothing: counts(sayNothing), "plain retrieval": counts(retrievePlainly) };
  print(streams, product, baselines, set);
  if (sheet !== undefined) writeFileSync(sheet, lineSheet(mapped(records, ({ record }) => record)));
  if (json !== undefined)
    writeFileSync(
      json,
      `${JSON.stringify({ set, sessions: sessions ?? "all", streams: product, baselines }, null, 2)}\n`,
    );
  if (saved !== undefined)
    console.log(`\nagainst ${against}\n${comparisonText(compareRuns(saved.streams, product))}`);
  return [];
}

async function replayAll(streams, set) {
  const folder = mkdtempSync(join(root, ".bench-room-"));
  try {
    const room = await bundledRoom(folder);
    const records = {};
    for (const stream of streams) {
      const onProgress = progressOf(stream.name);
      const record = await withProject(({ root: project, env }) =>
        replay(stream, { room, root: project, env, set, onProgress }),
      );
      records[stream.name] = { record, text: recognition(stream, looksFailed(room)) };
    }
    return records;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function progressOf(name) {
  return (done, total) => {
    if (done % 2_000 === 0 || done === total) console.error(`  ${name}: replayed ${done} of ${total}`);
  };
}

const mapped = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

function print(streams, product, baselines, set) {
  console.log(`settings: ${[...set, ...settings].join(" ")} (no trial holds a line back)`);
  for (const { name, host, sessions, failed } of streams)
    console.log(`${name}: ${host}, ${sessions.size} sessions, ${failed.length} failures`);
  console.log(`\nthe product\n${figureTable({ ...product, pooled: pooled(Object.values(product)) })}`);
  for (const [title, figures] of Object.entries(baselines))
    console.log(`\n${title}\n${figureTable({ ...figures, pooled: pooled(Object.values(figures)) })}`);
  if (streams.length < 2) return;
  const without = streams.map(({ name }) => {
    const { [name]: _, ...others } = product;
    return [`without ${name}`, pooled(Object.values(others))];
  });
  console.log(`\npooled, one project left out\n${figureTable(Object.fromEntries(without))}`);
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      json: { type: "string" },
      against: { type: "string" },
      sheet: { type: "string" },
      sessions: { type: "string" },
      set: { type: "string", multiple: true },
      quick: { type: "boolean" },
    },
  });
  await orSayNoData(() => run(values));
}
