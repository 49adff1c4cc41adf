import { join } from "node:path";
import { readEnvironment } from "../config/environment.js";
import type { KeptCode } from "./kept-code.js";

/** The digest of the files that this one starts: code that was kept of another build is of no use. */
declare const __BUILD__: string;
declare const require: NodeJS.Require;

/** Commands that programs and agents call again and again. */
const often = new Set([
  "acknowledge",
  "brief",
  "check-tool",
  "complete",
  "deliberate",
  "gate",
  "hook",
  "mcp",
  "plan",
  "record",
  "search",
  "serve",
  "status",
]);

/** The files of the command line that this one starts, by the names under which they ask for each other. */
const files = ["./core.cjs", "./rest.cjs", "./servers.cjs"];
const [core = ""] = files;

// The first file of the command line. It starts the others, where it can with the code that was kept of them.
const [, , command = "", ...rest] = process.argv;
if (!often.has(command) || rest.includes("--help") || rest.includes("-h")) require(core);
else
  import("./kept-code.js")
    .then(({ keptCodeOf }) => keptCodeOf(command, __BUILD__, readEnvironment()))
    // Where there is no place to keep code, such as a data folder that is wrong, the command itself says so.
    .catch(() => undefined)
    .then((kept) => (kept === undefined ? require(core) : startWith(kept)));

function startWith(kept: KeptCode): void {
  const loaded = new Map<string, { exports: unknown }>();
  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const file = join(import.meta.dirname, name);
    kept.functionOf(file)(module.exports, requireOwn, module, file, import.meta.dirname);
    return module.exports;
  };
  const requireOwn = Object.assign(
    (name: string) => (files.includes(name) ? load(name) : require(name)),
    require,
  );
  process.on("exit", (exitCode) => {
    // A command that failed did not run what it needs the next time.
    if (exitCode === 0) kept.save();
  });
  load(core);
}
