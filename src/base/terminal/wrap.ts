import type { Output } from "./io.js";
import { textWidth } from "./text-width.js";

/** Lines over 100 columns are hard to read, however wide the terminal. */
export function readingWidth(output: Output): number {
  return Math.min(100, Math.max(40, output.columns ?? 80));
}

/**
 * Breaks a text between words; each line begins with `indent` blanks. A word longer than a line stays whole.
 */
export function wrap(text: string, width: number, indent: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((word) => word !== "")) {
    if (line !== "" && indent + textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].filter((text) => text !== "").map((text) => " ".repeat(indent) + text);
}

/** Terms on the left, what they mean on the right; a long term has a line of its own. */
export function definitionList(
  rows: readonly (readonly [term: string, about: string])[],
  width: number,
): string[] {
  const longest = 26;
  const column = Math.min(longest, Math.max(0, ...rows.map(([term]) => textWidth(term)))) + 4;
  return rows.flatMap(([term, about]) => {
    const meaning = wrap(about, width, column);
    if (textWidth(term) > column - 4) return [`  ${term}`, ...meaning];
    const first = meaning[0]?.slice(column) ?? "";
    return [`  ${term.padEnd(column - 2)}${first}`.trimEnd(), ...meaning.slice(1)];
  });
}
