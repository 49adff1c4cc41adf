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
    .map((line) => line.slice(0, lineChars).trimEnd());
}

/** The first line that is not empty, or "". */
export function firstLine(lines: readonly string[]): string {
  return lines.find((line) => line.trim() !== "")?.trim() ?? "";
}

/** The last line that is not empty, or "". */
export function lastLine(lines: readonly string[]): string {
  return lines.findLast((line) => line.trim() !== "")?.trim() ?? "";
}
