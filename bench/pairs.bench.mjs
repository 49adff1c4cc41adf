/**
 * `node bench/pairs.bench.mjs --data FOLDER [--json FILE] [--against FILE] [--sheet FILE]`: what the rules of
 * failures as pairs would say by themselves on recorded streams: no store, no hooks, no masking. It takes
 * seconds where `sessions.bench.mjs` takes minutes, and is for choosing a rule; what the product is worth,
 * that one says. The streams are not part of the repository.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { orSayNoData, recorded } from "./recorded.mjs";
import { bundledRoom } from "./sessions/bundled-room.mjs";
import { compareRuns, comparisonText } from "./sessions/compare.mjs";
import { figureTable } from "./sessions/figures.mjs";
import { replayRules } from "./sessions/pair-replay.mjs";
import { pooled, score } from "./sessions/score.mjs";
import { lineSheet } from "./sessions/sheet.mjs";
import { readStream, streamFiles } from "./sessions/stream.mjs";

export const question = "What would the rules of failures as pairs say by themselves?";

const root = join(import.meta.dirname, "..");

export async function run({ data, json, against, sheet, quick = false } = {}) {
  const files = streamFiles(recorded(data, "sessions"));
  const streams = files.map((file) => readStream(file, quick ? 5 : Number.POSITIVE_INFINITY));
  const records = await replayed(streams);
  const counts = Object.fromEntries(
    streams.map((stream) => [stream.name, score(stream, records[stream.name])]),
  );
  console.log(figureTable({ ...counts, pooled: pooled(Object.values(counts)) }));
  if (sheet !== undefined) writeFileSync(sheet, lineSheet(records));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ streams: counts }, null, 2)}\n`);
  if (against !== undefined)
    console.log(
      `\nagainst ${against}\n${comparisonText(compareRuns(JSON.parse(readFileSync(against, "utf8")).streams, counts))}`,
    );
  return [];
}

async function replayed(streams) {
  const folder = mkdtempSync(join(root, ".bench-room-"));
  try {
    const rules = await bundledRoom(folder, join(import.meta.dirname, "sessions", "pair-rules.ts"));
    return Object.fromEntries(streams.map((stream) => [stream.name, replayRules(rules, stream)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const text = { type: "string" };
  const options = { data: text, json: text, against: text, sheet: text, quick: { type: "boolean" } };
  await orSayNoData(() => run(parseArgs({ options }).values));
}
