/**
 * A process without a umask that makes every kind of file of a store, and leaves them open.
 * Usage: everything-writer.mjs FOLDER
 */
import { openWhetstone } from "whetstone";

const [home] = process.argv.slice(2);
process.umask(0);
const env = { HOME: home, WHETSTONE_DATA_DIR: `${home}/data` };
const ws = await openWhetstone({ root: home, env, origin: "human" });
// Before there is a database: the first to make the folder.
ws.noteLoss("brief", "nothing");
ws.noteCall("codex");
await ws.record({
  result: "success",
  durationMs: 1,
  errorCount: 0,
  retryCount: 0,
  strategy: "Split by file",
});
await ws.backUp();
await ws.search({ text: "split" });
process.exit(0);
