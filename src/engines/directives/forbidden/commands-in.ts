import type { ShellLine } from "../../../text/shell/reading.js";
import { shellLines } from "../../../text/shell/shell-lines.js";
import { scriptsRunBy } from "./scripts-run-by.js";
import { programsRunBy, startOfProgram } from "./wrapping-programs.js";

/** Programs that run programs that run programs: nobody nests deeper, and each step reads the rest again. */
const deepest = 20;

/**
 * Scripts in scripts are read again at each step: all of them together may be this long, eight times the
 * longest command.
 */
const mostChars = 8_388_608;

/** Settings of variables before a program that may be part of what is forbidden. */
const mostSettings = 4;

/**
 * Every command that a command line runs, as words. One that runs another comes as a whole, then the other
 * alone: both `sudo` and what it runs may be forbidden.
 */
export function* commandsIn(command: string): Generator<readonly string[]> {
  yield* inScript(command, 0, { left: mostChars });
}

interface Budget {
  left: number;
}

function* inScript(text: string, depth: number, budget: Budget): Generator<readonly string[]> {
  const read = text.slice(0, budget.left);
  budget.left -= read.length;
  for (const line of shellLines(read)) yield* inLine(line.words, line, depth, budget);
}

function* inLine(
  words: readonly string[],
  line: ShellLine,
  depth: number,
  budget: Budget,
): Generator<readonly string[]> {
  const start = startOfProgram(words);
  for (let at = 0; at < Math.min(start, mostSettings); at += 1) yield words.slice(at);
  const command = start === 0 ? words : words.slice(start);
  if (command.length === 0) return;
  yield command;
  if (depth >= deepest) return;
  for (const text of scriptsRunBy(command, line)) yield* inScript(text, depth + 1, budget);
  for (const inner of programsRunBy(command)) yield* inLine(inner, line, depth + 1, budget);
}
