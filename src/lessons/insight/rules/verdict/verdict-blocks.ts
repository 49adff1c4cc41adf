import {
  commentMark,
  type FindCommentEnd,
  firstCommentEnd,
  type MarkdownBlock,
  markdownBlocks,
} from "../../../../reading/language/markdown.js";

/** A block marked as a verdict: its JSON text, or why it has none. */
export type VerdictBlock = { readonly json: string } | { readonly broken: string };

const marker = /^[ \t]*(?:jkz:)?verdict-json(?![\w-])/;
const info = /^(?:jkz:)?verdict-json$/;
const opening = /^ {0,3}(?:<!--[ \t]*|`{3,}[ \t]*|~{3,}[ \t]*)(?:jkz:)?verdict-json(?![\w-])/;

/**
 * The verdict blocks that the writer of a text says himself, in their order: comments and fences that begin a
 * line. What stands in a fence, a block quote, an indented block, a code span, another comment or in the
 * middle of a line is shown or mentioned, and no verdict.
 */
export function verdictBlocks(text: string): readonly VerdictBlock[] {
  return [...markdownBlocks(text, findEnd)].flatMap((block) => verdictBlock(block) ?? []);
}

function verdictBlock(block: MarkdownBlock): VerdictBlock | undefined {
  if (block.kind === "fence") {
    if (block.nested || !info.test(block.info)) return undefined;
    return block.closed
      ? { json: block.lines.join("\n") }
      : { broken: "the verdict-json fence is not closed" };
  }
  if (block.kind !== "comment" || !marker.test(block.body)) return undefined;
  if (!block.closed) return { broken: "the verdict-json comment is not closed" };
  if (block.after.trim() !== "") return { broken: "text follows the verdict-json comment in its last line" };
  return { json: block.body.replace(marker, "") };
}

/**
 * A summary may speak of `-->`, so a mark within a JSON string closes nothing. A block that was broken off
 * ends where the next one begins.
 */
const findEnd: FindCommentEnd = (lines, first) => {
  if (!opening.test(lines[first] ?? "")) return firstCommentEnd(lines, first);
  for (let line = first; line < lines.length; line++) {
    const text = lines[line] ?? "";
    if (line > first && opening.test(text)) return { line, column: -1 };
    const column = closingMark(text, line === first ? text.indexOf(commentMark) + commentMark.length : 0);
    if (column >= 0) return { line, column };
  }
  return { line: lines.length, column: -1 };
};

/**
 * The first `-->` of a line outside of JSON strings, which never go over the end of a line; -1 without one.
 */
function closingMark(line: string, from: number): number {
  let close = line.indexOf("-->", from);
  for (let at = from; close >= 0; ) {
    const quote = line.indexOf('"', at);
    if (quote < 0 || quote > close) return close;
    const end = endOfString(line, quote);
    if (end < 0) return close;
    at = end;
    if (close < at) close = line.indexOf("-->", at);
  }
  return close;
}

/** Behind the quote that ends the string begun at `quote`; -1 when the line ends first. */
function endOfString(line: string, quote: number): number {
  for (let at = quote + 1; at < line.length; at++) {
    if (line[at] === "\\") at += 1;
    else if (line[at] === '"') return at + 1;
  }
  return -1;
}
