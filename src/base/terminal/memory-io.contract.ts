import { Readable } from "node:stream";
import type { Io, Output } from "./io.js";

export interface MemoryIoOptions {
  readonly stdin?: string | Buffer;
  readonly env?: Io["env"];
  readonly cwd?: string;
  /** Standard input, output and error are terminals. */
  readonly tty?: boolean;
  readonly columns?: number;
}

/** An `Io` without a process: what is written can be read back. */
export function memoryIo({
  stdin = "",
  env = {},
  cwd = "/repo/app",
  tty = false,
  columns,
}: MemoryIoOptions = {}) {
  const written = { stdout: "", stderr: "" };
  const output = (name: keyof typeof written): Output => ({
    isTTY: tty,
    columns,
    write(text) {
      written[name] += text;
    },
  });
  const input = Readable.from([Buffer.from(stdin)]);
  const io: Io = {
    stdin: input,
    atTerminal: tty,
    stdout: output("stdout"),
    stderr: output("stderr"),
    env,
    cwd,
  };
  return { io, written };
}
