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

/**
 * A piece of a Markdown text, as far as it matters who says what: the writer, or a text that the writer
 * shows.
 */
export type MarkdownBlock =
  /** One line of the writer's own. */
  | { readonly kind: "line"; readonly text: string }
  /** Quoted lines: in a block quote, an indented code block or a `<pre>`. */
  | { readonly kind: "quoted" }
  | FencedBlock
  | CommentBlock;

export interface FencedBlock {
  readonly kind: "fence";
  readonly info: string;
  readonly lines: readonly string[];
  readonly closed: boolean;
  /** Within a list item, or as deep as one. */
  readonly nested: boolean;
}

interface CommentBlock {
  readonly kind: "comment";
  /** Between the marks. */
  readonly body: string;
  /** Behind the closing mark, in its line. */
  readonly after: string;
  readonly closed: boolean;
}

interface Place {
  readonly lines: readonly string[];
  readonly at: number;
  readonly inList: boolean;
}
interface Found {
  readonly block: MarkdownBlock;
  readonly next: number;
}

const listMarker = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const fenceMark = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/;

/**
 * Cuts a text into blocks as CommonMark does, in linear time. Where the two differ, more is taken for shown
 * than CommonMark would: a fence in a list item ends at its closing fence only, and one without an end goes
 * to the end of the text. Block structure comes before code spans, so a comment that begins a line is one
 * even inside of backticks that opened in an earlier line.
 */
export function* markdownBlocks(
  text: string,
  findEnd: FindCommentEnd = firstCommentEnd,
): Generator<MarkdownBlock> {
  for (const { block } of placedBlocks(text, findEnd)) yield block;
}

/** The same, each with the line that it begins in, counted from 0. */
export function* placedBlocks(
  text: string,
  findEnd: FindCommentEnd = firstCommentEnd,
): Generator<{ readonly block: MarkdownBlock; readonly at: number }> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  let inList = false;
  for (let at = 0; at < lines.length; ) {
    inList = staysInList(lines[at] ?? "", inList);
    const place = { lines, at, inList };
    const { block, next } = fenceAt(place) ?? commentAt(place, findEnd) ?? preAt(place) ?? lineAt(place);
    yield { block, at };
    at = next;
  }
}

/** Columns that a line is indented by; a tab goes to the next multiple of four. */
function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === " ") columns += 1;
    else if (character === "\t") columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

function staysInList(line: string, inList: boolean): boolean {
  const indent = indentOf(line);
  if ((inList || indent < 4) && listMarker.test(line.trimStart())) return true;
  return inList && (indent > 0 || line.trim() === "");
}

/** A line's text after its list markers. Ten of them in one line are more than real texts nest. */
function withoutMarkers(line: string): string {
  let rest = line.trimStart();
  for (let markers = 0; markers < 10 && listMarker.test(rest); markers++) rest = rest.replace(listMarker, "");
  return rest;
}

function fenceAt({ lines, at, inList }: Place): Found | undefined {
  const line = lines[at] ?? "";
  const deep = indentOf(line) >= 4;
  const inner = withoutMarkers(line);
  const [, ticks, tickInfo, tildes, tildeInfo] = (deep && !inList ? null : fenceMark.exec(inner)) ?? [];
  const mark = ticks ?? tildes;
  if (mark === undefined) return undefined;
  const nested = deep || inner.length < line.trimStart().length;
  let end = at + 1;
  while (end < lines.length && !closes(lines[end] ?? "", mark, nested)) end += 1;
  const info = (tickInfo ?? tildeInfo ?? "").trim();
  const closed = end < lines.length;
  return { block: { kind: "fence", info, lines: lines.slice(at + 1, end), closed, nested }, next: end + 1 };
}

function closes(line: string, mark: string, nested: boolean): boolean {
  const bare = line.trim();
  const same = bare.startsWith(mark) && bare === mark.charAt(0).repeat(bare.length);
  return same && (nested || indentOf(line) < 4);
}

function commentAt({ lines, at }: Place, findEnd: FindCommentEnd): Found | undefined {
  const first = lines[at] ?? "";
  if (indentOf(first) >= 4 || !first.trimStart().startsWith(commentMark)) return undefined;
  const from = first.indexOf(commentMark) + commentMark.length;
  const { line, column } = findEnd(lines, at);
  const closed = column >= 0;
  const last = lines[line] ?? "";
  const body = !closed
    ? [first.slice(from), ...lines.slice(at + 1, line)].join("\n")
    : line === at
      ? first.slice(from, Math.max(from, column))
      : [first.slice(from), ...lines.slice(at + 1, line), last.slice(0, column)].join("\n");
  const after = closed ? last.slice(column + "-->".length) : "";
  return { block: { kind: "comment", body, after, closed }, next: closed ? line + 1 : line };
}

function preAt({ lines, at }: Place): Found | undefined {
  if (!/^ {0,3}<pre(?:[\s>]|$)/i.test(lines[at] ?? "")) return undefined;
  let end = at;
  while (end < lines.length && !/<\/pre>/i.test(lines[end] ?? "")) end += 1;
  return { block: { kind: "quoted" }, next: end + 1 };
}

function lineAt({ lines, at, inList }: Place): Found {
  const text = lines[at] ?? "";
  const indented = indentOf(text) >= 4 && !inList && text.trim() !== "";
  const quoted = indented || withoutMarkers(text).startsWith(">");
  return { block: quoted ? { kind: "quoted" } : { kind: "line", text }, next: at + 1 };
}

const commentEnd = "-->";

/** The writer's own lines. Code, comments and quoted blocks leave one empty line each. */
export function ownLines(text: string): readonly string[] {
  return numberedLines(text).map((line) => line.text);
}

/** The same, each with its number in the text, counted from 1. */
export function numberedLines(text: string): readonly { readonly line: number; readonly text: string }[] {
  return [...placedBlocks(text)].map(({ block, at }) => ({ line: at + 1, text: ownText(block) }));
}

/** What of a block the writer says: nothing of code and of what is quoted. */
export function ownText(block: MarkdownBlock): string {
  if (block.kind === "line") return withoutComments(block.text);
  return block.kind === "comment" ? withoutComments(block.after) : "";
}

/** Comments that begin within a line and end in it. */
function withoutComments(line: string): string {
  let kept = "";
  let at = 0;
  for (;;) {
    const start = line.indexOf(commentMark, at);
    const end = start < 0 ? -1 : line.indexOf(commentEnd, start);
    if (end < 0) return kept + line.slice(at);
    kept += `${line.slice(at, start)} `;
    at = end + commentEnd.length;
  }
}

/** Three or more of the same mark and nothing else. */
export function isHorizontalRule(line: string): boolean {
  return line.length < 200 && /^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replace(/\s/g, ""));
}

/** The level of an ATX or underlined heading. */
export function headingLevel(line: string, next: string | undefined): number | undefined {
  const marks = /^ {0,3}(#{1,6})(?:\s|$)/.exec(line)?.[1];
  if (marks !== undefined) return marks.length;
  const underline = /^ {0,3}(=|-)\1+\s*$/.exec(next ?? "")?.[1];
  const isText = /^ {0,3}[^\s>|+*-]/.test(line) && !isHorizontalRule(line);
  return underline === undefined || !isText ? undefined : underline === "=" ? 1 : 2;
}
