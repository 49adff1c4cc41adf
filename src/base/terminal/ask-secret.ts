import type { Io } from "./io.js";

interface RawInput {
  setRawMode?(isRaw: boolean): unknown;
}

/** Asks on stderr for a line that the terminal does not show. Undefined for Ctrl-C, Ctrl-D and the end of input. */
export async function askSecret(
  question: string,
  { stdin, stderr }: Pick<Io, "stdin" | "stderr">,
): Promise<string | undefined> {
  const input = stdin as Io["stdin"] & RawInput;
  // First: what is typed as soon as the question stands there must not be shown either.
  input.setRawMode?.(true);
  stderr.write(question);
  try {
    return await lineFrom(input);
  } finally {
    input.setRawMode?.(false);
    input.pause();
    stderr.write("\n");
  }
}

function lineFrom(input: Io["stdin"]): Promise<string | undefined> {
  return new Promise((resolve) => {
    let typed = "";
    const end = (line: string | undefined) => {
      input.off("data", take);
      input.off("end", ended);
      resolve(line);
    };
    const ended = () => end(undefined);
    const take = (chunk: string | Buffer) => {
      for (const character of chunk.toString()) {
        if (character === "\u0003" || character === "\u0004") return end(undefined);
        if (character === "\r" || character === "\n") return end(typed);
        typed = character === "\u007f" || character === "\b" ? typed.slice(0, -1) : typed + character;
      }
    };
    input.on("data", take);
    input.on("end", ended);
    input.resume();
  });
}
