import { Readable } from "node:stream";
import type { Io, Output } from "../../base/terminal/io.js";
import type { CommandAnswer, CommandCall, NotHere } from "../server/command-call.js";
import type { Program } from "./command.js";
import { isForServer } from "./for-server.js";
import { run } from "./run.js";

/**
 * Runs a command for another process, as that process would run it: with its arguments, its environment and
 * its folder. It has no terminal and no standard input: a command that reads it gets no further than that,
 * which is before it does anything, and the caller runs it.
 */
export async function answerCall(call: CommandCall, program: Program): Promise<CommandAnswer | NotHere> {
  if (!isForServer(call.argv)) return { notHere: "not a command that a server runs" };
  const written: (readonly [1 | 2, string])[] = [];
  const output = (to: 1 | 2): Output => ({
    isTTY: false,
    write: (text) => written.push([to, typeof text === "string" ? text : Buffer.from(text).toString()]),
  });
  return new Promise((resolve, reject) => {
    const stdin = new Readable({ read: () => resolve({ notHere: "it reads standard input" }) });
    const io: Io = {
      stdin,
      atTerminal: false,
      stdout: output(1),
      stderr: output(2),
      env: call.env,
      cwd: call.cwd,
    };
    run(call.argv, program, io).then((code) => resolve({ code, written }), reject);
  });
}
