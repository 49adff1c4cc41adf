import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { interleaved } from "./interleaved.mjs";

export const question =
  "From how many lessons on is LanceDB faster or smaller than the vectors in memory? (made-up vectors)";

const worker = join(import.meta.dirname, "retrieval/vector-worker.mjs");

export async function run({ quick }) {
  const rows = [];
  for (const size of quick ? [2_000] : [10_000, 100_000, 300_000, 1_000_000])
    rows.push(...(await measure(size, quick)));
  return rows;
}

async function measure(size, quick) {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-bench-"));
  const indexes = { memory: start("memory", size, folder), lancedb: start("lancedb", size, folder) };
  try {
    const memory = await answer(indexes.memory);
    const lance = await answer(indexes.lancedb);
    const common = { name: `${size} vectors`, rounds: quick ? 3 : 15 };
    const asking = (child, what) => async () => (await ask(child, what)).ms;
    const pass = await interleaved({
      ...common,
      subject: "nearest 200 in memory",
      baseline: "comparing all in JavaScript",
      runSubject: asking(indexes.memory, "nearest"),
      runBaseline: asking(indexes.memory, "all"),
    });
    const { recall } = await ask(indexes.memory, "recall");
    const rows = [{ ...pass, note: `finds ${(recall * 100).toFixed(1)} % of the true nearest` }];
    if (lance.problem !== undefined) {
      console.log(`Without LanceDB: ${lance.problem}`);
      return rows;
    }
    const stored = await interleaved({
      ...common,
      subject: "nearest 200 in LanceDB",
      baseline: "nearest 200 in memory",
      runSubject: asking(indexes.lancedb, "nearest"),
      runBaseline: asking(indexes.memory, "nearest"),
    });
    const lanceNow = await ask(indexes.lancedb, "memory");
    const note = `${lanceNow.megabytes} MB of memory against ${memory.megabytes}`;
    return [...rows, { ...stored, note }];
  } finally {
    for (const { child } of Object.values(indexes)) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(kind, size, folder) {
  const child = fork(worker, [kind, String(size), join(folder, kind)]);
  const exit = once(child, "exit").then(([code]) => ({ ended: code }));
  return { child, exit };
}

function ask(index, what) {
  index.child.send(what);
  return answer(index);
}

async function answer({ child, exit }) {
  const message = new Promise((resolve) => child.once("message", resolve));
  const given = await Promise.race([message, exit]);
  if ("ended" in given) throw new Error(`a vector worker ended with ${given.ended}`);
  return given;
}
