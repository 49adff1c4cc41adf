import { oneLine } from "./one-line.js";

const cellChars = 160;

/** A Markdown table; the text `none` when there are no rows. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number | boolean)[])[],
  none = "None.",
): string {
  if (rows.length === 0) return none;
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map((row) => line(row.map(markdownText)))].join(
    "\n",
  );
}

/**
 * Stored texts are untrusted: one visible line, and no mark that Markdown or a table could take for its own.
 */
export function markdownText(value: string | number | boolean): string {
  return closed(oneLine(String(value), cellChars), String(value))
    .replace(/[\\|<>[\]*_`]/g, "\\$&")
    .replace(/^[#+~=-]/, "\\$&")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2");
}

/** A quotation that was cut off ends as one all the same: what follows is not part of it. */
function closed(text: string, whole: string): string {
  const isOpen = /^".*"$/s.test(whole) && !text.endsWith('"');
  return isOpen ? `${text.replace(/.?…$/u, "…")}"` : text;
}
