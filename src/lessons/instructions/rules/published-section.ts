import { digest } from "../../../base/text/digest.js";

/** A lesson as one line of a file. */
export interface PublishedLine {
  /** The id, or as much of it as tells the lesson from all others. */
  readonly id: string;
  readonly text: string;
}

/** A passage between the marks of a section. */
export interface SectionEntry {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly text: string;
  /** The lesson that it was written for; undefined for what a person added. */
  readonly id: string | undefined;
  /** Whether the text is another than the one that was written for that lesson. */
  readonly edited: boolean;
}

export interface Section {
  readonly entries: readonly SectionEntry[];
  /** Of the lines with the marks, counted from 0. */
  readonly first: number;
  readonly last: number;
}

export type SectionRead =
  | { readonly section: Section | undefined }
  /** Why the marks cannot be read, as the end of a sentence about the file. */
  | { readonly fault: string };

const name = "whetstone";
const beginMark = new RegExp(`^\\s*<!--\\s*${name}:begin\\b.*-->\\s*$`);
const endMark = new RegExp(`^\\s*<!--\\s*${name}:end\\b.*-->\\s*$`);
const beginLine =
  `<!-- ${name}:begin (written by 'whetstone lessons publish'; ` +
  `after editing, run 'whetstone lessons import') -->`;
const endLine = `<!-- ${name}:end -->`;
const heading = "## Lessons of this project";

const conflictMark = /^(?:<{7}|={7}|>{7})(?:\s|$)/;
const itemMark = /^\s*[-*+]\s+/;
const idMark = /\s*<!--\s*([a-z0-9-]{6,80})\s+([0-9a-f]{6})\s*-->\s*$/;

/** The id and what the text was when it was written, in a comment that a rendered page does not show. */
function sectionLine({ id, text }: PublishedLine): string {
  return `- ${text} <!-- ${id} ${digestOf(text)} -->`;
}

/** Long enough to notice an edit: it guards nothing. */
function digestOf(text: string): string {
  return digest(text).slice(-6);
}

function splitLines(content: string): readonly string[] {
  return content.split(/\r\n|\n/);
}

/** The section of a file. Its marks stand in lines of their own; there is one section or none. */
export function readSection(content: string): SectionRead {
  const lines = splitLines(content);
  const firsts = lines.flatMap((line, index) => (beginMark.test(line) ? [index] : []));
  const lasts = lines.flatMap((line, index) => (endMark.test(line) ? [index] : []));
  const [first, ...moreFirsts] = firsts;
  const [last, ...moreLasts] = lasts;
  if (first === undefined && last === undefined) return { section: undefined };
  const fault = markFault(first, last, [...moreFirsts, ...moreLasts]);
  if (fault !== undefined) return { fault };
  const [from, to] = [first ?? 0, last ?? 0];
  const conflict = lines.findIndex((line, at) => at > from && at < to && conflictMark.test(line));
  if (conflict !== -1) return { fault: `line ${conflict + 1} is a mark of a merge conflict` };
  return { section: { entries: sectionEntries(lines.slice(from + 1, to), from + 2), first: from, last: to } };
}

function markFault(
  first: number | undefined,
  last: number | undefined,
  more: readonly number[],
): string | undefined {
  const [extra] = more;
  if (extra !== undefined) return `line ${extra + 1} is a second mark of a section`;
  if (last === undefined) return `the section that begins in line ${(first ?? 0) + 1} has no end mark`;
  if (first === undefined) return `the section that ends in line ${last + 1} has no begin mark`;
  return first > last ? `the end mark in line ${last + 1} stands before the begin mark` : undefined;
}

function sectionEntries(lines: readonly string[], firstLine: number): readonly SectionEntry[] {
  const passages: { line: number; parts: string[] }[] = [];
  let open = false;
  for (const [index, line] of lines.entries()) {
    const bare = line.trim();
    const isItem = itemMark.test(line);
    if (isItem || (!open && bare !== "" && !bare.startsWith("#")))
      passages.push({ line: firstLine + index, parts: [isItem ? line.replace(itemMark, "").trim() : bare] });
    else if (open && bare !== "" && !bare.startsWith("#")) passages.at(-1)?.parts.push(bare);
    open = bare !== "" && !bare.startsWith("#");
  }
  return passages.map(({ line, parts }) => entryOf(line, parts.join(" ")));
}

function entryOf(line: number, whole: string): SectionEntry {
  const [mark = "", id, written] = idMark.exec(whole) ?? [];
  const text = whole.slice(0, whole.length - mark.length).trim();
  return { line, text, id, edited: id !== undefined && written !== digestOf(text) };
}

/**
 * A file with these lessons in its section, which comes at the end if there is none. Nothing else of the file
 * changes, whatever its line ends are and whether its last line has one.
 */
export function withSection(
  content: string,
  section: Section | undefined,
  lessons: readonly PublishedLine[],
): string {
  const isWindows = (content.match(/\r\n/g)?.length ?? 0) * 2 > (content.match(/\n/g)?.length ?? 0);
  const eol = isWindows ? "\r\n" : "\n";
  const written = [beginLine, heading, "", ...lessons.map(sectionLine), endLine].join(eol);
  if (section !== undefined) {
    const [start, end] = [offsetOf(content, section.first), offsetOf(content, section.last)];
    const rest = content.slice(end);
    return content.slice(0, start) + written + rest.slice(rest.search(/\r?\n|$/));
  }
  if (content.replace(/^\uFEFF/, "") === "") return `${content}${written}${eol}`;
  const ended = /\n$/.test(content);
  const gap = /\n\r?\n$/.test(content) ? "" : ended ? eol : eol + eol;
  return `${content}${gap}${written}${ended ? eol : ""}`;
}

/** A file with empty lines in the place of the section, so that the others keep their numbers. */
export function outsideSection(content: string, { first, last }: Section): string {
  return splitLines(content)
    .map((line, index) => (index >= first && index <= last ? "" : line))
    .join("\n");
}

/** Where a line begins. */
function offsetOf(content: string, line: number): number {
  let at = 0;
  for (let left = line; left > 0; left -= 1) at = content.indexOf("\n", at) + 1;
  return at;
}
