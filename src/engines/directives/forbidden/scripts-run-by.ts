import type { ShellLine } from "../../../text/shell/reading.js";
import { baseName } from "./program-words.js";
import { isShell, startOfOperands, takesScript, valuedOptions } from "./wrapping-programs.js";

const takingCommand = /^(?:su|runuser|script|flock|sg|busybox)$/;

/**
 * Texts that a command runs as scripts: `bash -c '…'`, `eval …`, `env -S '…'`, what is piped into a shell.
 */
export function scriptsRunBy(words: readonly string[], line: ShellLine): readonly string[] {
  const name = baseName(words[0] ?? "");
  if (isShell(name)) return runByShell(name, words, line);
  if (name === "eval") return [words.slice(1).join(" ")];
  if (name === "watch") return [words.slice(startOfOperands(words, valuedOptions(name))).join(" ")];
  if (name === "trap") return words.slice(1, 2);
  if (name === "env") return behind(words, /^(?:-[A-Za-z]{0,8}S|--split-string)$/);
  return takingCommand.test(name) ? behind(words, /^(?:-[A-Za-z]{0,8}c|--command)$/) : [];
}

function runByShell(name: string, words: readonly string[], line: ShellLine): readonly string[] {
  const start = startOfOperands(words, valuedOptions(name));
  const options = words.slice(1, start);
  if (takesScript(options)) return words.slice(start, start + 1);
  const readsInput = start >= words.length || options.some((word) => /^-[A-Za-z]{0,8}s$/.test(word));
  return readsInput ? [...line.input, ...printedBy(line.before)] : [];
}

/** What a program is known to print: text that it was given. */
function printedBy(line: ShellLine | undefined): readonly string[] {
  const [program = "", ...rest] = line?.words ?? [];
  if (line === undefined || program === "cat") return line?.input ?? [];
  const texts = rest
    .filter((word) => !/^-[neE]{1,3}$/.test(word))
    .map((word) => word.replaceAll("\\n", "\n"));
  if (program === "echo") return [texts.join(" ")];
  return program === "printf" ? [texts.join("\n")] : [];
}

function behind(words: readonly string[], option: RegExp): readonly string[] {
  const at = words.findIndex((word) => option.test(word));
  return at === -1 ? [] : words.slice(at + 1, at + 2);
}
