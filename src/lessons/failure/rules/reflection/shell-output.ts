import { decidingPrograms, type Program } from "../../../../reading/shell/outcome.js";
import { shellMessage } from "../../../../reading/shell/shell-message.js";
import { failureShownBy, isLabelledFor } from "./failure-signs.js";
import { linesLookedAt, saysNothingToDo } from "./output-lines.js";
import { isPrinting } from "./program-kinds.js";
import { fromFacts, type TextFinding } from "./tool-call.js";

/** A command that asks for a help text gets words such as "usage:" and "error" without failing. */
const asksForHelp = /(?:^|\s)(?:--help|help|--version)(?:\s|$)|\s-h\s*(?:$|[|;&>]|2>)/;

/** More programs than anybody joins by hand: a script, whose last ones say how it ended. */
const programsLookedAt = 40;

/**
 * How a shell command went, from the command and what it printed. First what the shell decided on: an exit
 * code in the text, a message of the shell, then what its programs printed. A failure of a program before a pipe,
 * a semicolon or `||` is `partial`: the host calls such a command a success, and what it ran failed.
 */
export function shellOutput(command: string, output: string): TextFinding {
  const exitCode = exitCodeInText(command, output);
  if (exitCode !== undefined) return withCode(exitCode, `exit code ${exitCode} in the text`);
  const lines = linesLookedAt(output);
  const { all, deciding } = decidingPrograms(command);
  const shell = shellMessage(lines, deciding.slice(-programsLookedAt));
  if (shell !== undefined) return withCode(shell.exitCode, "a message of the shell");
  const failed = failedProgram(all.slice(-programsLookedAt), lines, asksForHelp.test(command));
  if (failed !== undefined && deciding.includes(failed.program))
    return nothingOr(lines, withCode(1, failed.because));
  if (failed !== undefined)
    return {
      ...endedWell,
      result: "partial",
      because: `${failed.because}, its exit code dropped by the command`,
    };
  // "nothing to commit" is what `git status` was asked for, not a sign that there was nothing to do.
  return !deciding.every(isPrinting) && saysNothingToDo(lines) ? nothing(endedWell) : endedWell;
}

interface FailedProgram {
  readonly program: Program;
  readonly because: string;
}

/** Lines with the label of a task are from the program that was asked for it, others from the last that speaks. */
function failedProgram(
  programs: readonly Program[],
  lines: readonly string[],
  askedForHelp: boolean,
): FailedProgram | undefined {
  const isLabelled = (line: string) => programs.some((program) => isLabelledFor(program, line));
  const bare = lines.filter((line) => !isLabelled(line));
  const shown = (linesOf: (program: Program) => readonly string[]) => (program: Program) => {
    const because = failureShownBy(program, linesOf(program), askedForHelp);
    return because === undefined ? [] : [{ program, because }];
  };
  const ofTask = shown((program) => lines.filter((line) => isLabelledFor(program, line)));
  const [found] = [
    ...programs.toReversed().flatMap(ofTask),
    ...programs.toReversed().flatMap(shown(() => bare)),
  ];
  return found;
}

const endedWell: TextFinding = {
  result: "success",
  because: "no sign of failure",
  facts: { isError: false },
};

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

/** Put before the output by the host: "Exit code 3", "Exit code: 3", "Process exited with code 3". */
const atStart: readonly RegExp[] = [
  /^\s*(?:Error:\s+)?(?:(?:Command|Process) (?:failed|exited) with )?exit code:? (-?\d{1,10})\b/i,
  /^\s*(?:Error:\s+)?Process exited with code:? (-?\d{1,10})\b/i,
];
/** Hosts that write a small report name the code on a line of its own below the output. */
const report = /^\s*(?:Chunk ID|Command|Directory|Output|Wall time|Stdout):/i;
const inReport = /^(?:Exit Code|Process exited with code):? (-?\d{1,10})$/im;

/** `{"output":"…","metadata":{"exit_code":1,"duration_seconds":0.1}}` */
const jsonReport = /^\s*\{\s*"(?:output|stdout)"\s*:/;
const inJson = /"exit_code"\s*:\s*(-?\d{1,10})\b/;

/**
 * The exit code that the host wrote into the text. Not one that the command printed itself (`echo "Exit code:
 * $?"`), which stands further down in an output that is not a report.
 */
function exitCodeInText(command: string, output: string): number | undefined {
  const head = output.slice(0, 200);
  const start = atStart.map((pattern) => pattern.exec(head)?.[1]).find((code) => code !== undefined);
  if (start !== undefined && !/\$\?|PIPESTATUS/.test(command)) return Number(start);
  if (jsonReport.test(head)) return capturedCode(inJson.exec(output.slice(-300)));
  if (!report.test(head)) return undefined;
  return capturedCode(inReport.exec(output.slice(0, 2_000)) ?? inReport.exec(output.slice(-2_000)));
}

function capturedCode(found: RegExpExecArray | null): number | undefined {
  return found?.[1] === undefined ? undefined : Number(found[1]);
}
