import { commentMark } from "../../../text/html-comment.js";
import { markdownBlocks } from "../../../text/markdown-blocks.js";

const commentEnd = "-->";

/** The lines that the writer says himself. Code, comments and quoted blocks leave one empty line each. */
export function ownLines(text: string): readonly string[] {
  return [...markdownBlocks(text)].map((block) => {
    if (block.kind === "line") return withoutComments(block.text);
    return block.kind === "comment" ? withoutComments(block.after) : "";
  });
}

/** Comments that begin within a line and end in it. */
function withoutComments(line: string): string {
  let said = "";
  let at = 0;
  for (;;) {
    const start = line.indexOf(commentMark, at);
    const end = start < 0 ? -1 : line.indexOf(commentEnd, start);
    if (end < 0) return said + line.slice(at);
    said += `${line.slice(at, start)} `;
    at = end + commentEnd.length;
  }
}
