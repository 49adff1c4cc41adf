import { join } from "node:path";
import { readEnvironment } from "../../base/config/environment.js";
import { isCalledOften } from "./called-often.js";
import { runKept } from "./kept-code.js";

/** The digest of the program that this one starts: code that was kept of another build is of no use. */
declare const __BUILD__: string;
declare const require: NodeJS.Require;

// The first file of the command line: it starts the program, with the code that was kept of it where there is any.
const argv = process.argv.slice(2);
const program = join(import.meta.dirname, "program.cjs");
if (!isCalledOften(argv)) require(program);
else runKept(program, require, { command: argv[0] ?? "", build: __BUILD__, env: readEnvironment() });
