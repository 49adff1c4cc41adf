import { join } from "node:path";
import { readEnvironment } from "../../base/config/environment.js";
import { isCalledOften } from "./for-server.js";
import type { KeptCode } from "./kept-code.js";

/** The digest of the files that this one starts: code that was kept of another build is of no use. */
declare const __BUILD__: string;
declare const require: NodeJS.Require;

/** The files of the command line that this one starts, by the names under which they ask for each other. */
const files = ["./core.cjs", "./often.cjs", "./rest.cjs", "./servers.cjs"];
const [core = ""] = files;

// The first file of the command line. It has a running server run the command, or starts the other files, where
// it can with the code that was kept of them.
const [, , ...argv] = process.argv;
if (isCalledOften(argv)) import("./ask-first.js").then(({ askFirst }) => askFirst(argv, startKept));
else require(core);

function startKept(): void {
  import("./kept-code.js")
    .then(({ keptCodeOf }) => keptCodeOf(argv[0] ?? "", __BUILD__, readEnvironment()))
    // Where there is no place to keep code, such as a data folder that is wrong, the command itself says so.
    .catch(() => undefined)
    .then((kept) => (kept === undefined ? require(core) : startWith(kept)));
}

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
