import { saysError, statesError } from "../../../../reading/output.js";
import type { Program } from "../../../../reading/shell/outcome.js";

/** A program that gives up says so at once or at last; what stands between is its work. */
const linesAtEachEnd = 3;

/** A report that all went well: what it mentions of errors is what was tested or mended. */
const endsWell =
  /^(?:ok {1,2}\t|PASS\b|test result: ok|BUILD SUCCESS|(?:Tests?:? +|=+ )\d+ passed|\d+ passing|Done in )/;

/**
 * Whether a program states in its first or last lines why it gave up: by an error, or in a line that begins
 * with its name, which also programs write that print content.
 */
export function statesFailure(program: Program, lines: readonly string[], printing: boolean): boolean {
  const said = lines.filter((line) => line.trim() !== "");
  if (said.some((line) => endsWell.test(line))) return false;
  const looked = [...said.slice(0, linesAtEachEnd), ...said.slice(-linesAtEachEnd)];
  const isOwn = (line: string) => line.startsWith(`${program.name}: `) && saysError(line);
  return looked.some((line) => isOwn(line) || (!printing && statesError(line)));
}
