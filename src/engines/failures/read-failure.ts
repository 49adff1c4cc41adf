import { firstLine, linesLookedAt } from "../reflection/output-lines.js";
import { exitNotFound, type Reflection, type ToolCall } from "../reflection/tool-call.js";
import { type ToolFamily, toolFamily } from "../reflection/tool-family.js";
import { jsonMessage } from "./answer-cause.js";
import {
  blamedProgram,
  isServiceClient,
  isWorkProgram,
  onlyPrints,
  type Suspects,
  suspectsOf,
} from "./blame.js";
import { type Cause, type CauseRow, firstByLine, firstByRow } from "./cause.js";
import type { Failure, FailureKind } from "./failure.js";
import { bestCauseLine } from "./general-causes.js";
import { missingSigns } from "./missing-signs.js";
import { mayStateCause, withoutLabel } from "./ordinary-lines.js";
import { environmentSigns, fileCauses, likelyCauses, sureCauses } from "./program-causes.js";
import { reportCause } from "./report-causes.js";
import { shellCauses } from "./shell-causes.js";
import { traceCause } from "./trace-cause.js";
import { usageCauses } from "./usage-causes.js";
import { reportsFailedRun, workCause } from "./work-causes.js";

/** Reads what went wrong in a call that did not succeed. */
export function readFailure(call: ToolCall, reflection: Reflection): Failure {
  const family = toolFamily(call.tool);
  if (reflection.result === "blocked") return { ...refusal(call), suggested: [] };
  const read = family === "shell" ? shellFailure(call) : toolFailure(call, family);
  return { ...read, suggested: suggestedIn(call.output) };
}

type Read = Omit<Failure, "suggested">;

const mostSuggested = 3;

/** Commands that a message itself proposes: in quotes, or on a line of their own below a colon. */
function suggestedIn(output: string): readonly string[] {
  const text = output.slice(0, 6_000);
  const found = [
    ...text.matchAll(/(?:with|run|use|try|using|by running):? [`'"]([a-z][\w .:/@-]{2,60})[`'"]/gi),
    ...text.matchAll(
      /(?::|\b(?:use|run|by))[ \t]*\n(?:[ \t]*\n)?[ \t]+(?:\$ )?([a-z][\w .:/@-]{3,60})[ \t]*(?:\n|$)/g,
    ),
  ].map(([, command = ""]) => command.trim());
  return found.filter((command) => command.includes(" ")).slice(0, mostSuggested);
}

const reasonFollows = /\bthe user (?:said|provided the following reason)[^\n]{0,60}:\s*/i;

/** A person who refuses without a word gives no cause. */
const byPerson = /^\s*(?:the user doesn['’]t want|\[request interrupted)[\s\S]*/i;

function refusal({ tool, input, output }: ToolCall): Read {
  const reason = reasonFollows.exec(output.slice(0, 2_000));
  const text = reason === null ? output.replace(byPerson, "") : output.slice(reason.index + reason[0].length);
  const cause = firstLine(outputLines(text));
  const program = toolFamily(tool) === "shell" ? blamedProgram(suspectsOf(input, []), undefined) : tool;
  return { kind: "refused", program, cause, named: "" };
}

const hostMarks = /^\s*<\/?(?:tool_use_error|error)>\s*|<\/(?:tool_use_error|error)>\s*$/gi;
const codeLine = /^(?:Error: )?Exit code:? -?\d+(?:\n|$)/i;

function outputLines(output: string): readonly string[] {
  return linesLookedAt(output.replace(hostMarks, "").replace(codeLine, "")).map(withoutLabel);
}

const isWarning = (line: string) => /^\s*\[?warn(?:ing)?\b/i.test(line);
const isError = (line: string) => /^\s*\[?(?:error|fatal)\b\]?:? \S/i.test(line);

/** A warning states the cause only where no line is an error. */
function withoutOutdoneWarnings(lines: readonly string[]): readonly string[] {
  return lines.some(isError) ? lines.filter((line) => !isWarning(line)) : lines;
}

function shellFailure(call: ToolCall): Read {
  const lines = withoutOutdoneWarnings(outputLines(call.output));
  const suspects = suspectsOf(call.input, linesLookedAt(call.output));
  const found = shellCause(call, lines, suspects);
  const cause = found === undefined ? undefined : withProgram(found, suspects);
  const program = blamedProgram(suspects, cause);
  const kind = shellKind(call, cause, suspects);
  return { kind, program, cause: cause?.line ?? "", named: cause?.named ?? "" };
}

function shellCause(
  { output, facts }: ToolCall,
  lines: readonly string[],
  suspects: Suspects,
): Cause | undefined {
  const stated = lines.filter(mayStateCause);
  const running = new Set([...suspects.all, ...suspects.echoed].map(({ name }) => name));
  const runs = ({ program }: CauseRow) => program === undefined || running.has(program);
  return (
    firstByLine(shellCauses, lines) ??
    reportCause(lines) ??
    (reportsFailedRun(lines) ? workCause(lines, stated) : undefined) ??
    firstByRow(sureCauses, lines) ??
    firstByRow(usageCauses, stated) ??
    workCause(lines, stated) ??
    firstByLine(likelyCauses.filter(runs), stated) ??
    firstByLine(fileCauses, stated) ??
    traceCause(lines) ??
    jsonCause(output) ??
    generalCause(isContent(facts, stated, suspects) ? linesBySuspects(stated, suspects) : stated)
  );
}

/** A longer output of programs that print something else is that, however they ended. */
const fewLines = 3;

/** Exit code 1 of such programs is an answer; a higher one with a few words is an error of the script. */
function isContent(facts: ToolCall["facts"], lines: readonly string[], suspects: Suspects): boolean {
  if (lines.length <= fewLines && suspects.deciding.some(isServiceClient)) return false;
  return onlyPrints(suspects) && ((facts?.exitCode ?? 0) <= 1 || lines.length > fewLines);
}

/** Of programs that print the content of something else only what they say in their own name counts. */
function linesBySuspects(lines: readonly string[], { all }: Suspects): readonly string[] {
  return lines.filter((line) => all.some(({ name }) => name !== "" && line.startsWith(`${name}: `)));
}

function jsonCause(output: string): Cause | undefined {
  const message = jsonMessage(output.replace(codeLine, ""));
  return message === undefined ? undefined : generalCause(message.split("\n"));
}

/** A pattern for files that fits none. An address with a question mark was never meant as a pattern. */
function isEmptyPattern(line: string): boolean {
  return /no matches found/.test(line) && !/[?&]\w+=|:\/\//.test(line);
}

/** Several places looked at in one call, each whether or not the one before was there. */
function isProbe(command: string, { all, deciding }: Suspects): boolean {
  return (
    all.length > deciding.length && /;|\|\|/.test(command) && onlyPrints({ all, deciding: all, echoed: [] })
  );
}

function generalCause(lines: readonly string[]): Cause | undefined {
  const signed = lines.filter((each) => environmentSigns.some((sign) => sign.test(each)));
  const line =
    bestCauseLine(signed) ??
    bestCauseLine(lines) ??
    signed[0] ??
    lines.find((each) => /\p{L}{2}/u.test(each));
  return line === undefined ? undefined : { line: line.trim() };
}

/** `run.sh: line 4: x: …` is the script's failure, and a file that is no program the shell's. */
function withProgram(cause: Cause, { all, echoed }: Suspects): Cause {
  const { program, line } = cause;
  if (program === undefined || cause.kind === "work" || !line.includes(program)) return cause;
  if (!/no such file|permission denied/i.test(line)) return cause;
  const script = /^(\S{1,300}): line \d+: /.exec(line)?.[1]?.split("/").at(-1);
  if (script !== undefined && all.some(({ name }) => name === script))
    return { ...cause, program: script, kind: "environment", named: program };
  const name = program.split("/").at(-1);
  const reader = all.find(({ words }) => words.slice(1).includes(program));
  if (reader !== undefined) return { ...cause, program: reader.name, named: program };
  const isRun = [...all, ...echoed].some((each) => each.name === name);
  const bySpeaker = /^[\w.+-]{1,40}: /.test(line) && line.startsWith(`${program}: `);
  return isRun || bySpeaker ? cause : { ...cause, program: "shell", named: program };
}

function shellKind(call: ToolCall, cause: Cause | undefined, suspects: Suspects): FailureKind {
  if (cause === undefined) return call.facts?.exitCode === exitNotFound ? "environment" : "nothing";
  if (isEscaped(call)) return "host";
  if (isEmptyPattern(cause.line) && onlyPrints(suspects)) return "nothing";
  if (/no such file or directory/i.test(cause.line) && isProbe(call.input, suspects)) return "nothing";
  if (isSystemHeader(call.output, cause.line)) return "environment";
  if (cause.kind === "work" && missingSigns.some((sign) => sign.test(cause.line))) return "environment";
  if (cause.kind !== undefined && cause.kind !== "misuse") return cause.kind;
  if (environmentSigns.some((sign) => sign.test(cause.line))) return "environment";
  if (cause.kind !== undefined) return cause.kind;
  if (cause.trace === true) return isInline(call.input) ? "misuse" : "work";
  return [...suspects.echoed, ...suspects.all].some(isWorkProgram) ? "work" : "misuse";
}

/** A header between angle brackets belongs to a library of the machine, not to the code. */
function isSystemHeader(output: string, line: string): boolean {
  const header = /\bfatal error: (?:'(\S+)' file not found|(\S+): No such file or directory)/.exec(line);
  return header !== null && output.includes(`#include <${header[1] ?? header[2]}>`);
}

/** A program that was written for this one call. */
function isInline(command: string): boolean {
  return /\b(?:python[\d.]*|node|bun|deno|ruby|perl|php)\b[^|;&]{0,80}\s-(?:c|e|r|p|-eval)\b|<<-?\s*['"]?\w+/.test(
    command,
  );
}

/** Some hosts escape the exclamation mark of a command, which no program expects. */
function isEscaped({ input, output }: ToolCall): boolean {
  return output.includes("\\!") && input.includes("!") && !input.includes("\\!");
}

const hostFamilies: ReadonlySet<ToolFamily> = new Set(["read", "edit", "search"]);

function toolFailure({ tool, output }: ToolCall, family: ToolFamily): Read {
  const text = jsonMessage(output.replace(hostMarks, "")) ?? output;
  const lines = outputLines(text).filter(mayStateCause);
  const cause = toolCause(lines, family);
  const named = /(?:Unknown skill: |Agent type ')([\w:.-]{1,120})/.exec(cause)?.[1] ?? "";
  return { kind: toolKind(tool, family, cause), program: tool, cause, named };
}

/** A tool states its error at once; what it quotes may stand below. */
function toolCause(lines: readonly string[], family: ToolFamily): string {
  const [first = "", second = ""] = lines;
  if (/following issues?:$/.test(first)) return second.trim();
  const atOnce = hostFamilies.has(family) || bestCauseLine([first]) !== undefined;
  return (atOnce ? first : (bestCauseLine(lines) ?? first)).trim();
}

/** Tools by which an agent keeps its own books. */
const bookkeeping =
  /^(?:Task(?:Create|Update|Get|List|Output|Stop)|Todo\w+|\w+PlanMode|AskUserQuestion|KillShell|BashOutput)$/;

function toolKind(tool: string, family: ToolFamily, line: string): FailureKind {
  if (environmentSigns.some((sign) => sign.test(line))) return "environment";
  if (/^InputValidationError|unexpected parameter|required parameter/i.test(line)) return "misuse";
  if (hostFamilies.has(family) || bookkeeping.test(tool)) return "host";
  if (/is not a function|internal (?:server )?error|unexpected error/i.test(line)) return "environment";
  return "misuse";
}
