import { oneLine } from "../../../../base/text/one-line.js";
import { type IdToken, idAt, isStrong, matchEnd } from "./id-token.js";
import type { VisibleLine } from "./visible-lines.js";

/** A keyword, one id, and the words after it. */
export interface Statement {
  readonly keyword: string;
  readonly id: string;
  readonly detail?: string;
  readonly line: number;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly keyword: string;
}

const marks = "[\\s*_`\"'“”’\\])]{0,20}";
const separator = new RegExp(`${marks}(?:(?:[:：=|→]|-{1,2}>?|–|—)>?${marks}){0,2}`, "y");
const listed = /\s{0,10}(?:[,;&/+]\s{0,10}(?:and\s{1,5})?|and\s{1,5}|\s)/iy;
/** An id in a list of ids, and not a number in a sentence, is followed by one of these. */
const listEnd = /\s{0,10}(?:$|[,;&.:()\-–—|/+]|and\b|reason\b|evidence\b|because\b)/iy;
const idInFront =
  /([a-z0-9][a-z0-9_-]{3,100})[*_`"'>)\]}]{0,5}\s{0,10}(?:[:=|→]|-{1,2}>?|–|—)?[\s*_`|]{0,20}$/i;
const bullet = /\s{0,40}(?:[-*+•–|]|\d{1,3}[.)])?\s{0,10}(?:\[[ xX]\]\s{0,10})?/y;

/**
 * The pattern that finds these words where they are neither part of a longer one nor taken apart by a middle
 * dot.
 */
export function keywordPattern(words: string): RegExp {
  return new RegExp(`(?<![a-z0-9])(?:${words})(?![a-z0-9·]|_[a-z0-9])`, "gi");
}

/**
 * Everything that these lines state with one of the keywords, in their order. Reads each character a bounded
 * number of times.
 */
export function readStatements(lines: readonly VisibleLine[], keywords: RegExp): readonly Statement[] {
  const statements: Statement[] = [];
  // A keyword alone on its line applies to the list of ids below it.
  let heading: string | undefined;
  for (const line of lines) {
    const found = [...line.text.matchAll(keywords)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      keyword: match[0],
    }));
    if (found.length > 0) {
      statements.push(...statementsIn(line, found));
      heading = headingOf(line.text, found);
    } else if (heading !== undefined && line.text.trim() !== "") {
      const listedHere = listItem(line, heading);
      statements.push(...listedHere);
      if (listedHere.length === 0) heading = undefined;
    }
  }
  return statements;
}

function statementsIn({ text, line }: VisibleLine, found: readonly Found[]): readonly Statement[] {
  const statements: Statement[] = [];
  let from = 0;
  for (const [index, { start, end, keyword }] of found.entries()) {
    const until = found[index + 1]?.start ?? text.length;
    const lead = text.slice(from, start);
    const behind = idsBehind(text, end, until);
    const first = behind.ids.length > 0 ? undefined : idBefore(lead, text);
    const ids = first === undefined ? behind.ids : [first];
    from = behind.ids.length > 0 ? behind.end : end;
    if (ids.length === 0 || !(first !== undefined || isUsed(lead, index > 0))) continue;
    const detail = detailOf(text.slice(from, until));
    for (const id of ids) statements.push({ keyword, id, line, ...(detail === undefined ? {} : { detail }) });
  }
  return statements;
}

function idsBehind(
  text: string,
  from: number,
  until: number,
): { readonly ids: readonly string[]; readonly end: number } {
  const start = matchEnd(separator, text, from) ?? from;
  const first = idAt(text, start);
  if (first === undefined || first.end > until || !isMeant(text, from, start, first))
    return { ids: [], end: from };
  return restOfList(text, first, until);
}

/** Without a colon, or with a space after the colon, a word counts as an id only when it looks like one. */
function isMeant(text: string, from: number, start: number, { id, strong }: IdToken): boolean {
  if (strong) return true;
  if (!/[:：=|]/.test(text.slice(from, start)) || !/[a-z]/i.test(id)) return false;
  return /[\d_-]/.test(id) || !/\s/.test(text.slice(from, start));
}

function restOfList(
  text: string,
  first: IdToken,
  until: number,
): { readonly ids: readonly string[]; readonly end: number } {
  const ids = [first.id];
  let end = first.end;
  for (;;) {
    const next = idAt(text, matchEnd(listed, text, end) ?? text.length);
    if (
      next === undefined ||
      !next.strong ||
      next.end > until ||
      matchEnd(listEnd, text, next.end) === undefined
    )
      break;
    ids.push(next.id);
    end = next.end;
  }
  return { ids, end };
}

/** "a1b2c3d4: KEYWORD", or the cell of a table row that holds an id. */
function idBefore(lead: string, line: string): string | undefined {
  const near = idInFront.exec(lead.slice(-250))?.[1];
  if (near !== undefined && isStrong(near)) return near;
  if (!line.trimStart().startsWith("|")) return undefined;
  return lead
    .slice(0, 1_000)
    .split("|")
    .map((cell) => idAt(cell.trim(), 0))
    .find((id) => id?.strong)?.id;
}

function headingOf(text: string, found: readonly Found[]): string | undefined {
  const [only] = found;
  if (only === undefined || found.length > 1) return undefined;
  return /[\p{L}\p{N}]/u.test(text.slice(0, only.start) + text.slice(only.end)) ? undefined : only.keyword;
}

function listItem({ text, line }: VisibleLine, keyword: string): readonly Statement[] {
  const first = idAt(text, matchEnd(bullet, text, 0) ?? 0);
  if (first === undefined || !first.strong) return [];
  const { ids, end } = restOfList(text, first, text.length);
  const detail = detailOf(text.slice(end));
  return ids.map((id) => ({ keyword, id, line, ...(detail === undefined ? {} : { detail }) }));
}

const leadMarks = " \t*_`\"'“”‘’";
/** Words in front of an example, among them those of the gate's own answer. */
const exampleLead =
  /(?:e\.g\.|i\.e\.|\b(?:example|format|template|instead of|such as|contract|write|or))\s?:?$/i;

/**
 * Whether a keyword after these words is used, and not only mentioned: it begins the line, a sentence, a
 * cell, a bracket or a list item. "I did not write KEYWORD:id" and "NOT VERIFIED:id" state nothing; what is
 * lost that way is asked for again.
 */
function isUsed(lead: string, followsStatement: boolean): boolean {
  if (lead.endsWith("~~")) return false;
  let end = lead.length;
  while (end > 0 && leadMarks.includes(lead.charAt(end - 1))) end -= 1;
  const before = lead.slice(Math.max(0, end - 40), end);
  if (/[\p{L}\p{N}\p{M}]-?$/u.test(before)) {
    return (
      /^\d{1,3}$/.test(lead.trim()) || (followsStatement && /(?:^|[\s,;])(?:and|or|plus)$/i.test(before))
    );
  }
  return !exampleLead.test(before);
}

/** A reason is kept for people, who do not read more than this in a list. */
const detailMaxChars = 500;
const leading = /^[\s*_`"'”’>)\]},.;:|–—-]+/;
const naming =
  /^[*_`]{0,4}(?:reason|evidence|because|why|justification|note)\b[*_`]{0,4}\s{0,5}[=:]?[*_`]{0,4}\s{0,5}/i;
const quotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["‘", "’"],
  ["«", "»"],
]);

/** What the contract writes in the place of a reason. */
const placeholder = /^<[^<>]*>$/;

/** The reason after an id: `reason=…`, quoted or not, or words after a dash or in brackets. */
function detailOf(segment: string): string | undefined {
  // A name in front of it decides where it begins, so that the quotes after "reason=" are not taken for
  // leftovers.
  const text = oneLine(segment.slice(0, 4 * detailMaxChars), 4 * detailMaxChars).replace(leading, "");
  const opened = text.startsWith("(") || text.startsWith("[");
  const bare = (opened ? text.slice(1) : text).replace(naming, "");
  const detail = oneLine(unquoted(withoutEnd(bare, opened)), detailMaxChars);
  return /[\p{L}\p{N}]/u.test(detail) && !placeholder.test(detail) ? detail : undefined;
}

function unquoted(text: string): string {
  const closing = quotes.get(text.charAt(0));
  const end = closing === undefined ? -1 : text.indexOf(closing, 1);
  return end > 1 ? text.slice(1, end) : text;
}

/**
 * Without the marks that end a cell, a bracket or bold type, and without an "and" in front of the next
 * statement.
 */
function withoutEnd(text: string, opened: boolean): string {
  const marks = opened ? " |*_`,;])." : " |*_`,;";
  let end = text.length;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(/(?:^|[\s,;])(?:and|plus)$/i, "");
}
