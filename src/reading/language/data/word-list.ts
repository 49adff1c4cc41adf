/** The words of some lines, which are separated by spaces. */
export function wordList(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(" "));
}
