import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { openForBench, outcome, withProject } from "./project.mjs";

/** Outcomes in a block: what a history is made of, again and again. */
export const perBlock = 1_000;

/**
 * Records two blocks of outcomes and keeps the lines of the second. Events that happen only once, such as the
 * inversion of a strategy, are in the first.
 */
export async function recordHistory() {
  return withProject(async (project) => {
    const whetstone = await openForBench(project, ["store.kind=memory"]);
    for (let index = 0; index < perBlock; index += 1) await whetstone.record(fullOutcome(index));
    const before = (await exported(whetstone)).length - 1;
    for (let index = 0; index < perBlock; index += 1) await whetstone.record(fullOutcome(index));
    const lines = await exported(whetstone);
    await whetstone.close();
    return { header: lines[0], block: lines.slice(before, -1) };
  });
}

async function exported(whetstone) {
  const lines = [];
  for await (const line of whetstone.export()) lines.push(line);
  return lines;
}

/** An outcome with all fields that `record` accepts. */
export function fullOutcome(index) {
  return {
    ...outcome(index),
    strategy: `Split the work by part number ${index % 12}`,
    adaptersUsed: [`adapter-${index % 20}`, `adapter-${(index + 7) % 20}`],
    ...(index % 5 === 0
      ? { failedAdapter: `adapter-${index % 20}`, failureType: `failure-${index % 4}` }
      : {}),
    skillsUsed: [`skill-${index % 9}`],
    quality: (index % 11) / 10,
    criteria: ["type_safe", "tested", "small"],
  };
}

const uuid = /"[0-9a-f]{8}(-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})"/g;

/** The lines of a block with new ids, tasks and runs. All blocks together are spread over the year before now. */
export function* blockLines({ block }, number, blocks, now) {
  const id = number.toString(16).padStart(8, "0");
  for (const [place, line] of block.entries()) {
    const share = (number + (place + 1) / block.length) / blocks;
    const at = new Date(now - (1 - share) * 31_536_000_000).toISOString();
    yield line
      .replace(uuid, `"${id}$1"`)
      .replace(/"(task|run)-(\d+)"/g, `"$1-${number}-$2"`)
      .replace(/"at":"[^"]*"/, `"at":"${at}"`);
  }
}

/**
 * Writes an export with at least so many events, block by block, and `more` lines behind them. Returns how many
 * there are.
 */
export async function writeLargeExport(file, events, more = []) {
  const history = await recordHistory();
  const blocks = Math.ceil(events / history.block.length);
  const [handle, hash] = [openSync(file, "w"), createHash("sha256")];
  const put = (lines) => {
    const text = lines.map((line) => `${line}\n`).join("");
    hash.update(text);
    writeSync(handle, text);
  };
  put([history.header]);
  const now = Date.now();
  for (let number = 0; number < blocks; number += 1) put([...blockLines(history, number, blocks, now)]);
  put(more);
  const count = blocks * history.block.length + more.length;
  writeSync(handle, `${JSON.stringify({ events: count, sha256: hash.digest("hex") })}\n`);
  closeSync(handle);
  return count;
}
