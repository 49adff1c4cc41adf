import type { Program } from "../../shell/outcome.js";
import { type DecidingPrograms, decidingPrograms } from "../../shell/outcome.js";
import { shellMessage } from "../../shell/shell-message.js";
import { exitCodeInText } from "./exit-code-in-text.js";
import { fromFacts } from "./from-facts.js";
import type { TextFinding } from "./host-message.js";
import { linesLookedAt } from "./lines-looked-at.js";
import { saysNothingToDo } from "./says-nothing-to-do.js";
import { failureKinds, isPrinting } from "./shell/failure-kinds.js";
import { type FailureSign, failureSigns } from "./shell/failure-signs.js";
import { saysItFailed } from "./shell/says-it-failed.js";

/** A command that asks for a help text gets words such as "usage:" and "error" without failing. */
const asksForHelp = /(?:^|\s)(?:--help|-h|help|--version)(?:\s|$)/;

/**
 * How a shell command went, from the command and what it printed. First what the shell decided on: an exit
 * code in the text, a message of the shell, then signs of failure of programs whose exit code the command
 * hands on. A failure of a program before a pipe, a semicolon or `||` is `partial`: the host calls such a
 * command a success, and what it ran failed.
 */
export function shellOutput(command: string, output: string): TextFinding {
  const exitCode = exitCodeInText(output);
  if (exitCode !== undefined) return withCode(exitCode, `exit code ${exitCode} in the text`);
  const lines = linesLookedAt(output);
  const { deciding, masked } = capped(decidingPrograms(command));
  const all = [...deciding, ...masked];
  const shell = shellMessage(lines, deciding);
  if (shell !== undefined) return withCode(shell.exitCode, "a message of the shell");
  const signs = failureSigns(lines);
  const asked = asksForHelp.test(command);
  const visible = reasonOf(deciding, all, lines, signs, asked);
  if (visible !== undefined) return nothingOr(lines, withCode(1, visible));
  const hidden = reasonOf(masked, all, lines, signs, asked);
  if (hidden !== undefined)
    return { ...ended, result: "partial", because: `${hidden}, its exit code dropped by the command` };
  // "nothing to commit" is what `git status` was asked for, and no sign that there was nothing to do.
  return !deciding.every(isPrinting) && saysNothingToDo(lines) ? nothing(ended) : ended;
}

/** More programs than anybody joins by hand: a script, of which the first ones of each sort are looked at. */
const programsLookedAt = 40;

function capped({ deciding, masked }: DecidingPrograms): DecidingPrograms {
  return { deciding: deciding.slice(0, programsLookedAt), masked: masked.slice(0, programsLookedAt) };
}

const ended: TextFinding = { result: "success", because: "no sign of failure", facts: { isError: false } };

function withCode(exitCode: number, because: string): TextFinding {
  const facts = { isError: exitCode !== 0, exitCode };
  return { result: fromFacts(facts)?.result ?? "success", because, facts };
}

const nothing = (finding: TextFinding): TextFinding => ({
  ...finding,
  result: "skipped",
  because: "there was nothing to do",
});
const nothingOr = (lines: readonly string[], finding: TextFinding) =>
  saysNothingToDo(lines) ? nothing(finding) : finding;

/** Why one of these programs failed, if one did. */
function reasonOf(
  programs: readonly Program[],
  all: readonly Program[],
  lines: readonly string[],
  signs: readonly FailureSign[],
  asked: boolean,
): string | undefined {
  for (const program of programs) {
    const kinds = failureKinds(program);
    const sign = signs.find(({ kind, line }) => kinds.has(kind) && isOf(program, line, all));
    if (sign !== undefined) return sign.says;
    if (saysItFailed(program, lines, kinds.size === 0 || isPrinting(program), asked))
      return "a program's own message";
  }
  return undefined;
}

/**
 * A line with the label of a task, `[lint:go] …`, is the word of the program that was asked for this task, if
 * one was.
 */
function isOf(program: Program, line: string, all: readonly Program[]): boolean {
  const parts = new Set(/^\[([\w:./-]{1,60})\] /.exec(line)?.[1]?.split(/[:./]/) ?? []);
  const asked = ({ words }: Program) =>
    words.some((word) => word.split(/[:./]/).some((part) => parts.has(part)));
  return asked(program) || !all.some(asked);
}
