/**
 * A process that records outcomes as fast as it can and says on standard output which ones were acknowledged.
 * Usage: writer.mjs FOLDER NAME COUNT|forever [SHARED_KEYS]
 * Each answer says in `marked` whether the folder held a file `mark` before the call.
 */
import { existsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openWhetstone } from "whetstone";
import { environmentIn } from "./environment.mjs";

const [folder, name, count, sharedKeys = "0"] = process.argv.slice(2);
const ws = await openWhetstone({
  root: folder,
  env: environmentIn(folder),
  actor: name,
  origin: "tool:test",
});
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);
const outcome = {
  result: "failure",
  durationMs: 1,
  errorCount: 1,
  retryCount: 0,
};

say({ ready: true });
for (let n = 0; count === "forever" || n < Number(count); n += 1) {
  const shared = n < Number(sharedKeys);
  const key = shared ? `shared ${n}` : `${name} ${n}`;
  // A key that comes again with other content is refused.
  const strategy = shared ? "Split by layer" : `Split by ${name}`;
  const marked = existsSync(join(folder, "mark"));
  try {
    const { outcome: id, seq, replayed } = await ws.record({ ...outcome, strategy, key });
    say({ key, id, seq, replayed, marked });
  } catch (error) {
    say({ key, error: error.code ?? String(error), message: error.message });
  }
}
await ws.close();
