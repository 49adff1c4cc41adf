import { version } from "../version.js";
import { processIo } from "./process-io.js";
import { reportError } from "./report-error.js";
import { run } from "./run.js";
import { tree } from "./tree.js";

const io = processIo();
const program = { name: "whetstone", summary: "the learning layer for coding agents", version, tree };

// Node's own code for this is 1, which means "blocked by a gate" here.
process.on("uncaughtException", (error) =>
  process.exit(reportError(error, io, { json: false, noColor: false })),
);
// SIGINT keeps its default: it ends the process at once, also in the middle of a long query, and a shell
// reports 130.

// If the event loop runs dry before there is an answer, that is a defect.
process.exitCode = 3;
run(process.argv.slice(2), program, io).then((code) => {
  process.exitCode = code;
});
