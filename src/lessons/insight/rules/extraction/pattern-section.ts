import { headingLevel, isHorizontalRule } from "../../../../reading/language/markdown.js";

interface Title {
  /** Of the heading. A bold or bare line is below every heading. */
  readonly level: number;
  /** How many lines it takes: an underlined one takes two. */
  readonly lines: number;
}

const belowHeadings = 7;
const wording = /^(?:\d{1,2}[.)] )?accumulated patterns?(?: \([^)]{0,60}\))?$/i;

/**
 * The lines of the last section that is titled "Accumulated Patterns", without its title; nothing if there is
 * none.
 */
export function accumulatedPatterns(lines: readonly string[]): readonly string[] | undefined {
  const start = lines.findLastIndex((_, index) => titleAt(lines, index) !== undefined);
  const title = start < 0 ? undefined : titleAt(lines, start);
  if (title === undefined) return undefined;
  const body = lines.slice(start + title.lines);
  const end = body.findIndex((_, index) => endsAt(body, index, title.level));
  return end < 0 ? body : body.slice(0, end);
}

function titleAt(lines: readonly string[], index: number): Title | undefined {
  const line = lines[index] ?? "";
  if (line.length > 200 || !/accumulated pattern/i.test(line) || /^\s{4}/.test(line)) return undefined;
  const words = line
    .replace(/^\s*#{1,6}\s/, "")
    .replace(/[*_#:]/g, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/\s+/g, " ")
    .trim();
  if (/^\s*[-+•]\s|^\s*\*\s/.test(line) || !wording.test(words)) return undefined;
  const level = headingLevel(line, lines[index + 1]);
  const underlined = level !== undefined && !/^\s*#/.test(line);
  return { level: level ?? belowHeadings, lines: underlined ? 2 : 1 };
}

/** Under a bold or bare title, the next bold or bare title ends the section too. */
function endsAt(lines: readonly string[], index: number, level: number): boolean {
  const line = lines[index] ?? "";
  const heading = headingLevel(line, lines[index + 1]);
  if (heading !== undefined) return heading <= level;
  if (isHorizontalRule(line)) return true;
  return level === belowHeadings && /^(?:\*\*[^*]{1,80}\*\*:?|\p{Lu}[\p{L} ]{1,40}:)\s*$/u.test(line);
}

export interface ListItem {
  readonly text: string;
  readonly nested: boolean;
  /** It ends in a colon and has items of its own: it only introduces them. */
  readonly introduces: boolean;
}

interface Draft {
  readonly indent: number;
  readonly nested: boolean;
  text: string;
  parent: boolean;
}

const bullet = /^(\s*)(?:[-*+•▪◦‣·–]|\(?\d{1,3}[.)])\s+(.*)$/;

/**
 * The items of the lists in these lines; without any list, the paragraphs. Wrapped lines are joined. Of an
 * item with several paragraphs the first is read.
 */
export function listItems(lines: readonly string[]): readonly ListItem[] {
  const items = lines.some((line) => bullet.test(line) && !isHorizontalRule(line))
    ? drafts(lines)
    : paragraphs(lines);
  return items.map(({ text, nested, parent }) => ({
    text,
    nested,
    introduces: parent && /[:：]\s*[*_]*\s*$/u.test(text),
  }));
}

function drafts(lines: readonly string[]): readonly Draft[] {
  const all: Draft[] = [];
  const above: Draft[] = [];
  let open: Draft | undefined;
  for (const [index, line] of lines.entries()) {
    const [, space, text] = isHorizontalRule(line) ? [] : (bullet.exec(line) ?? []);
    if (text !== undefined) {
      open = draftUnder(above, indentOf(space ?? ""), text);
      all.push(open);
    } else if (line.trim() === "" || headingLevel(line, lines[index + 1]) !== undefined) open = undefined;
    else if (open !== undefined) open.text += ` ${line.trim()}`;
    if (open === undefined && /^\S/.test(line)) above.length = 0;
  }
  return all;
}

/** Keeps `above` as the path from the outermost item to the new one. */
function draftUnder(above: Draft[], indent: number, text: string): Draft {
  while (indent <= (above.at(-1)?.indent ?? -1)) above.pop();
  const parent = above.at(-1);
  if (parent !== undefined) parent.parent = true;
  const draft = { indent, nested: parent !== undefined, text, parent: false };
  above.push(draft);
  return draft;
}

function indentOf(space: string): number {
  return space.replace(/\t/g, "    ").length;
}

function paragraphs(lines: readonly string[]): readonly Draft[] {
  const all: Draft[] = [];
  let open: Draft | undefined;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "" || headingLevel(line, lines[index + 1]) !== undefined) open = undefined;
    else if (open !== undefined) open.text += ` ${line.trim()}`;
    else {
      open = { indent: 0, nested: false, text: line.trim(), parent: false };
      all.push(open);
    }
  }
  return all;
}
