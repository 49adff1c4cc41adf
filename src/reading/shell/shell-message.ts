import type { Program } from "./outcome.js";

/** `bash: line 1: x: …`, `/bin/sh: 1: x: …`, `zsh: … : x`, `(eval):1: … : x`, `(eval):cd:1: …`. */
const shellSpeaks =
  /^(?:\(eval\)|(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh|-bash)(?::\w{1,20})?:(?: ?(?:line )?\d+:)? /;

/** What a shell prints about one program or file. */
const missing = anyOf([
  "not found",
  "no matches found",
  "no such file or directory",
  "permission denied",
  "is not recognized",
]);

/** With these the shell gives up on the whole command line. */
const givesUp = anyOf([
  "permission denied:$",
  "parse error",
  "syntax error",
  "unexpected (?:EOF|end of file|token)",
  "bad substitution",
  "unmatched",
  "event not found",
  "unbound variable",
  "parameter not set",
]);

function anyOf(phrases: readonly string[]): RegExp {
  return new RegExp(phrases.join("|"), "i");
}

const cmdExe = /^'?"?([^'"]{1,200})"?'? is not recognized as (?:an internal|the name)/;

export interface ShellMessage {
  /** The shell's own code for it. */
  readonly exitCode: 1 | 126 | 127;
}

/**
 * The shell's own error message about one of these programs. A message about any other program, such as one
 * in a substitution, does not decide how the command ended.
 */
export function shellMessage(
  lines: readonly string[],
  deciding: readonly Program[],
): ShellMessage | undefined {
  for (const line of lines) {
    const message = shellSpeaks.test(line) ? line.replace(shellSpeaks, "") : undefined;
    if (message !== undefined && givesUp.test(message)) return { exitCode: 1 };
    if (message !== undefined && missing.test(message) && namesProgram(line, message, deciding))
      return { exitCode: codeFor(message, line) };
    const unknown = cmdExe.exec(line)?.[1];
    if (unknown !== undefined && deciding.some(({ name }) => name === unknown)) return { exitCode: 1 };
  }
  return undefined;
}

function namesProgram(line: string, message: string, deciding: readonly Program[]): boolean {
  const parts = message.split(": ").map((part) => part.trim().replace(/^.*\//s, ""));
  return deciding.some(({ name, words: [, ...others] }) => {
    if (name === "cd" && /^\(eval\):cd:|: cd: |^cd: /.test(line)) return true;
    if (message.startsWith("no matches found"))
      return others.some((word) => parts.includes(word.replace(/^.*\//s, "")));
    return name !== "" && parts.includes(name);
  });
}

function codeFor(message: string, line: string): 1 | 126 | 127 {
  if (/\bcd: |:cd:/.test(line)) return 1;
  if (message.startsWith("no matches found")) return 1;
  return /permission denied/i.test(message) ? 126 : 127;
}
