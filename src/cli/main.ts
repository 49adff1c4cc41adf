#!/usr/bin/env node
import { WhetstoneError } from "../errors.js";
import { processIo } from "./process-io.js";
import { reportError } from "./report-error.js";
import { run } from "./run.js";
import { tree } from "./tree.js";

const io = processIo();

// A reader that closes the pipe early, such as `head`, has what it wanted.
process.stdout.on("error", (cause: NodeJS.ErrnoException) => {
  if (cause.code === "EPIPE") process.exit(0);
  const error = new WhetstoneError("not_writable", `standard output cannot be written: ${cause.message}`, { cause });
  process.exit(reportError(error, io, { json: false, noColor: false }));
});
process.stderr.on("error", () => undefined);
// Node's own code for this is 1, which means "blocked by a gate" here.
process.on("uncaughtException", (error) => process.exit(reportError(error, io, { json: false, noColor: false })));
// SIGINT keeps its default: it ends the process at once, also in the middle of a long query, and a shell reports 130.

process.exitCode = await run(
  process.argv.slice(2),
  { name: "whetstone", summary: "the learning layer for coding agents", version: __VERSION__, tree },
  io,
);
