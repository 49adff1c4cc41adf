import { headingLevel, isHorizontalRule } from "./accumulated-patterns.js";

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
