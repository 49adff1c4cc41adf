/** The output of a shell. `exitCode` is undefined where it is unknown, as for a command in the background. */
export interface ShellResult {
  readonly output: string;
  readonly exitCode: number | undefined;
  readonly interrupted: boolean;
}

/** As in every shell: the exit code of a program that a signal ended is this plus the signal's number. */
const signalled = 128;

/**
 * Reads the text that Gemini CLI makes of a shell's result: the output after `Output: `, and below it lines
 * such as `Exit Code: 3`, which is missing for 0. A program that prints such a line last is believed.
 */
export function shellResult(content: string): ShellResult {
  const text = inner(content);
  if (text.startsWith("Command was cancelled by user"))
    return { output: text, exitCode: undefined, interrupted: true };
  if (!text.startsWith("Output: ")) return { output: text, exitCode: undefined, interrupted: false };
  const lines = text.slice("Output: ".length).split("\n");
  const facts = new Map<string, string>();
  for (
    let fact = factIn(lines.at(-1));
    fact !== undefined && !facts.has(fact[0]);
    fact = factIn(lines.at(-1))
  ) {
    facts.set(...fact);
    lines.pop();
  }
  const printed = lines.join("\n");
  return {
    output: printed === "(empty)" ? "" : printed,
    exitCode: reportedCode(facts, lines.at(-1)),
    interrupted: false,
  };
}

function factIn(line = ""): readonly [string, string] | undefined {
  const [, name, value] =
    /^(Exit Code|Signal|Background PIDs|Process Group PGID): (.{1,2000})$/.exec(line.slice(0, 2_100)) ?? [];
  return name === undefined || value === undefined ? undefined : [name, value];
}

/**
 * A program that could not be started has a line `Error: …` and no code, but programs print such lines too.
 */
function reportedCode(facts: ReadonlyMap<string, string>, lastLine = ""): number | undefined {
  const code = Number.parseInt(facts.get("Exit Code") ?? "", 10);
  if (!Number.isNaN(code)) return code;
  const signal = facts.get("Signal");
  if (signal !== undefined) return signalled + (Number.parseInt(signal, 10) || 0);
  return lastLine.startsWith("Error: ") ? undefined : 0;
}

/** Gemini CLI marks the output of programs as untrusted. */
function inner(content: string): string {
  return /^<untrusted_context>\n(.*)\n<\/untrusted_context>/s.exec(content)?.[1] ?? content;
}
