import { isFileOrPipe } from "../../base/terminal/plain-output.js";
import { version } from "../../base/version.js";
import { isAnsweredAtOnce } from "./called-often.js";
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
const argv = process.argv.slice(2);
run(argv, program, io).then((code) => {
  process.exitCode = code;
  // Taking down all that was loaded would take a tenth of a short command. What went to a file or a pipe is
  // written by now; a terminal may have some of it left to write.
  if (isAnsweredAtOnce(argv) && [1, 2].every(isFileOrPipe)) process.exit();
});
