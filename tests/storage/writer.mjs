/**
 * A process that records outcomes as fast as it can and says on standard output which ones were acknowledged.
 * Usage: writer.mjs FOLDER NAME COUNT|forever [SHARED_KEYS]
 */
import { writeSync } from "node:fs";
import { openWhetstone } from "whetstone";

const [folder, name, count, sharedKeys = "0"] = process.argv.slice(2);
const env = {
  HOME: folder,
  ...Object.fromEntries(Object.entries(process.env).filter(([key]) => key.startsWith("WHETSTONE_"))),
};
const ws = await openWhetstone({ root: folder, env, actor: name, origin: "tool:test" });
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);
const outcome = {
  result: "failure",
  durationMs: 1,
  errorCount: 1,
  retryCount: 0,
  strategy: `Split by ${name}`,
};

say({ ready: true });
for (let n = 0; count === "forever" || n < Number(count); n += 1) {
  const shared = n < Number(sharedKeys);
  const key = shared ? `shared ${n}` : `${name} ${n}`;
  try {
    const { outcome: id, seq, replayed } = await ws.record({ ...outcome, key });
    say({ key, id, seq, replayed });
  } catch (error) {
    say({ key, error: error.code ?? String(error), message: error.message });
  }
}
await ws.close();
