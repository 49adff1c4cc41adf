import type { Program } from "../../reading/shell/outcome.js";
import { isServiceClient } from "../failures/blame.js";
import { type CauseRow, firstByLine } from "../failures/cause.js";
import { mayStateCause, withoutLabel } from "../failures/ordinary-lines.js";
import { environmentSigns, fileCauses, sureCauses } from "../failures/program-causes.js";
import { usageCauses } from "../failures/usage-causes.js";

/** A program that gives up says so at once or at last; what stands between is its work. */
const linesAtEachEnd = 3;
/** Trouble of the machine is logged by programs that go on: only an output as short as this is about it. */
const fewLines = 6;
/** Blank lines, headings and progress may stand around what a program says first and last. */
const linesToSearch = 12;

/**
 * Whether a program states in its first or last lines why it gave up, by the wordings that also tell the
 * cause of a failure. `printing`: what it prints is content, of which only a first line counts.
 */
export function statesFailure(program: Program, lines: readonly string[], printing: boolean): boolean {
  if (printing && !isServiceClient(program)) return false;
  const said = lines.filter((line) => line.trim() !== "");
  const looked = (
    printing ? firstCauseLines(said, 1) : [...firstCauseLines(said, linesAtEachEnd), ...lastCauseLines(said)]
  ).filter((line) => complains.test(line));
  if (looked.length === 0 || said.some((line) => endsWell.test(line))) return false;
  if (firstByLine(rowsForProgram(program), looked) !== undefined) return true;
  return said.length <= fewLines && looked.some((line) => environmentSigns.some((sign) => sign.test(line)));
}

function firstCauseLines(lines: readonly string[], count: number): readonly string[] {
  return lines.slice(0, linesToSearch).map(withoutLabel).filter(mayStateCause).slice(0, count);
}

function lastCauseLines(lines: readonly string[]): readonly string[] {
  return lines.slice(-linesToSearch).map(withoutLabel).filter(mayStateCause).slice(-linesAtEachEnd);
}

/** Each wording needs one of these, so that one look passes over an ordinary line. */
const complains = new RegExp(
  [
    ...[
      "unknown",
      "unrecogni",
      "illegal",
      "invalid",
      "unsupported",
      "unexpected",
      "no ",
      "not",
      "n't",
      "can",
    ],
    ...[
      "could",
      "unable",
      "fail",
      "error",
      "fatal",
      "denied",
      "refused",
      "reject",
      "missing",
      "requir",
      "need",
    ],
    ...["expect", "accept", "too ", "specify", "provide", "usage", "input", "already", "would be", "ignored"],
    ...[
      "E[A-Z]{4}",
      "ERR",
      "HTTP",
      "rate limit",
      "timed",
      "expired",
      "locked",
      "conflict",
      "must be",
      "forbid",
    ],
    ...["prohibit", "disabled", "in use", "unauthor", "bad ", "exceeded", "mismatch", "^\\w{1,40}: "],
  ].join("|"),
  "i",
);

/** A report that all went well: what it mentions of errors is what was tested or mended. */
const endsWell =
  /^(?:ok {1,2}\t|PASS\b|test result: ok|BUILD SUCCESS|(?:Tests?:? +|=+ )\d+ passed|\d+ passing|Done in )/;

const rows = [...sureCauses, ...usageCauses, ...fileCauses].filter(({ kind }) => kind !== "nothing");

function rowsForProgram({ name }: Program): readonly CauseRow[] {
  return rows.filter(({ program }) => program === undefined || program.split(" ")[0] === name);
}
