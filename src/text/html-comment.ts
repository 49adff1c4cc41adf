/** Opens an HTML comment. */
export const commentMark = "<!--";

interface CommentEnd {
  /** The line with the closing mark; without one, the first line that is no longer the comment's. */
  readonly line: number;
  /** Where the closing mark stands in that line; -1 when there is none. */
  readonly column: number;
}

/** Where the comment that begins in line `first` ends. */
export type FindCommentEnd = (lines: readonly string[], first: number) => CommentEnd;

/** At the first closing mark: HTML knows no comment within a comment. `<!-->` is a whole one. */
export const firstCommentEnd: FindCommentEnd = (lines, first) => {
  for (let line = first; line < lines.length; line++) {
    const text = lines[line] ?? "";
    const column = text.indexOf("-->", line === first ? text.indexOf(commentMark) + 2 : 0);
    if (column >= 0) return { line, column };
  }
  return { line: lines.length, column: -1 };
};
