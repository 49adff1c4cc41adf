/** Enough of a long output: what failed stands at its start or at its end. */
const charsLookedAt = 6_000;
/** A rule looks at no more of a line: the messages that count are short, and one line may be a whole file. */
const lineChars = 400;
/** Written by programs that colour their output; the escape character is what makes it one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character itself is meant
const colour = /\u001b\[[\d;]{0,20}[A-Za-z]/g;

/**
 * The lines of the start and the end of a text, without colours, each cut to a length that every rule can
 * look at.
 */
export function linesLookedAt(text: string): readonly string[] {
  const looked =
    text.length <= 2 * charsLookedAt
      ? text
      : `${text.slice(0, charsLookedAt)}\n${text.slice(-charsLookedAt)}`;
  return looked
    .replace(colour, "")
    .split(/\r\n|\n|\r/)
    .map((line) => line.slice(0, lineChars).trimEnd())
    .map((line) => (countsNone.test(line) ? "" : line));
}

/** A line that names errors to say that there are none. */
const countsNone = /^\s*(?:errors?|failures?|warnings?)\s*[:=]\s*(?:none|0)\.?$/i;

/** The first line that is not empty, or "". */
export function firstLine(lines: readonly string[]): string {
  return lines.find((line) => line.trim() !== "")?.trim() ?? "";
}

/** The last line that is not empty, or "". */
function lastLine(lines: readonly string[]): string {
  return lines.findLast((line) => line.trim() !== "")?.trim() ?? "";
}

/**
 * What tools print when there was nothing to do or to find. As a whole first or last line of an output, not
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
  /^no (?:\w{1,30} ){1,4}(?:found|to run|matched|match)\b/i,
  /^\d+ files? (?:left )?unchanged\b/i,
  /^(?:all checks passed; )?nothing to \w{1,30}\.?$/i,
];

/** git prints what it committed, and a `git status` after it prints that there is nothing more. */
const somethingDone = /^\[[^\]]{1,200} [0-9a-f]{7,40}\]|^ ?\d+ files? changed\b/;

export function saysNothingToDo(lines: readonly string[]): boolean {
  if (lines.some((line) => somethingDone.test(line))) return false;
  const ends = [firstLine(lines), lastLine(lines)];
  return nothingToDo.some((wording) => ends.some((line) => wording.test(line)));
}
