import { firstLine, lastLine } from "./output-lines.js";

/**
 * What tools say when there was nothing to do or to find. As a whole first or last line of an output, not
 * anywhere in it.
 */
export const nothingToDo: readonly RegExp[] = [
  /^nothing to (?:commit|do|be done|push|update|install|format|fix|stash)\b/i,
  /^nothing (?:added to commit|changed)\b/i,
  /^no changes added to commit\b/i,
  /^no local changes to save\b/i,
  /^no changes (?:to make|detected|found|needed)\b/i,
  /^(?:everything|already|all files are) (?:already )?up[ -]to[ -]date\b/i,
  /^(?:current branch \S{1,200}|\S{1,100}) is (?:already )?up[ -]to[ -]date\b/i,
  /^up to date\b/i,
  /^(?:make(?:\[\d+\])?: )?[`'"]?\S{1,100}['"]? is up to date\.?$/i,
  /^no (?:matches|files|results|tests?|matching \w{1,30})(?: \w{1,20})? (?:found|to run|matched|match)\b/i,
  /^\d+ files? (?:left )?unchanged\b/i,
  /^(?:all checks passed; )?nothing to \w{1,30}\.?$/i,
];

/** git says what it committed, and a `git status` after it that there is nothing more. */
const somethingDone = /^\[[^\]]{1,200} [0-9a-f]{7,40}\]|^ ?\d+ files? changed\b/;

export function saysNothingToDo(lines: readonly string[]): boolean {
  if (lines.some((line) => somethingDone.test(line))) return false;
  const ends = [firstLine(lines), lastLine(lines)];
  return nothingToDo.some((wording) => ends.some((line) => wording.test(line)));
}
