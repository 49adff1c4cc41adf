import type { Config } from "../../config/settings.js";
import { blockName, safeText } from "./contract-words.js";
import type { Directive } from "./directive.js";
import { textAtMostChars } from "./directive-text.js";
import { shortIds } from "./short-ids.js";

export interface BriefEntry {
  readonly directive: Directive;
  /** A file that it cites has changed since. */
  readonly stale: boolean;
}

interface ShownDirective {
  readonly lesson: string;
  readonly shortId: string;
  /** The exact row. */
  readonly text: string;
}

export interface DirectiveBlock {
  /** Empty when nothing is shown. */
  readonly block: string;
  readonly shown: readonly ShownDirective[];
  /** Lessons that had no room. */
  readonly dropped: readonly string[];
}

type RenderSettings = Pick<Config["directives"], "briefMaxBytes">;

const openingTag = `<${blockName}>`;
const closingTag = `</${blockName}>`;
/**
 * The ids are placeholders that no parser takes for an id: a model that repeats the contract has acknowledged
 * nothing.
 */
export const contract = [
  "Lessons of this project for your role. For each, write one line of your answer, as plain text, " +
    "not in a code block or quote:",
  "KNOWLEDGE_APPLIED:<id>",
  "KNOWLEDGE_IGNORED:<id> reason=<why>",
  "KNOWLEDGE_N_A:<id> reason=<why>",
  "A critical one without its line blocks the end of the phase.",
].join("\n");

/** Entries of one list in a row; more would bury the text. */
const mostActions = 6;

/**
 * The block for a delegate's prompt, at most `briefMaxBytes` of UTF-8. Critical directives come first, else
 * the order is kept; rows that have no room are dropped whole, from the end. A row that is too large for a
 * block of its own goes without its lists.
 */
export function renderDirectives(entries: readonly BriefEntry[], settings: RenderSettings): DirectiveBlock {
  const ordered = [...entries].sort((a, b) => Number(isCritical(b)) - Number(isCritical(a)));
  const ids = shortIds(ordered.map(({ directive }) => directive.lesson));
  const room = settings.briefMaxBytes - byteLength(frame([]));
  const rows = ordered.map((entry) =>
    rowFor(entry, ids.get(entry.directive.lesson) ?? entry.directive.lesson, room),
  );
  const fitting = rows.filter(({ text }) => sizeOf(text) <= room);
  const shown = fitting.slice(0, fittingRows(fitting, room));
  const lessons = new Set(shown.map(({ lesson }) => lesson));
  return {
    block: shown.length === 0 ? "" : frame(shown.map(({ text }) => text)),
    shown,
    dropped: rows.map(({ lesson }) => lesson).filter((lesson) => !lessons.has(lesson)),
  };
}

function isCritical({ directive }: BriefEntry): boolean {
  return directive.priority === "critical";
}

function frame(rows: readonly string[]): string {
  return [openingTag, contract, ...rows, closingTag].join("\n");
}

function rowFor(entry: BriefEntry, shortId: string, room: number): ShownDirective {
  const full = directiveRow(entry, shortId, textAtMostChars, true);
  const text = sizeOf(full) <= room ? full : directiveRow(entry, shortId, textAtMostChars, false);
  return { lesson: entry.directive.lesson, shortId, text };
}

/** The mark and the id stand in front of the text, where no text can forge them. */
function directiveRow(
  { directive, stale }: BriefEntry,
  shortId: string,
  maxChars: number,
  withLists: boolean,
): string {
  const list = (name: string, actions: readonly string[]) => {
    const lines = actions.map((action) => safeText(action, maxChars)).filter((action) => action !== "");
    const more = lines.length > mostActions ? `; and ${lines.length - mostActions} more` : "";
    return lines.length === 0 ? "" : ` ${name}: ${lines.slice(0, mostActions).join("; ")}${more}`;
  };
  const lists = withLists
    ? list("MUST", directive.requiredActions) +
      list("AVOID", directive.forbiddenActions) +
      list("CHECK", directive.verificationChecks)
    : "";
  const mark = stale ? `${directive.priority}, may be stale` : directive.priority;
  return `- [${safeText(shortId, maxChars)}] ${mark}: ${safeText(directive.text, maxChars)}${lists}`;
}

function fittingRows(rows: readonly ShownDirective[], room: number): number {
  let used = 0;
  for (const [index, { text }] of rows.entries()) {
    used += sizeOf(text);
    if (used > room) return index;
  }
  return rows.length;
}

/** Bytes of a row with its line break. */
function sizeOf(row: string): number {
  return byteLength(row) + 1;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

const begin = `${openingTag}\n${contract}\n`;
const gap = "\n\n";

/**
 * A prompt without the blocks that an earlier brief put into it, and without the empty line after each. Only
 * what begins with the contract is taken for a block: a task may mention the tags.
 */
export function withoutDirectives(prompt: string): string {
  let rest = "";
  let from = 0;
  for (let start = prompt.indexOf(begin); start !== -1; start = prompt.indexOf(begin, from)) {
    const end = prompt.indexOf(`\n${closingTag}`, start);
    if (end === -1) break;
    rest += prompt.slice(from, start);
    from = end + closingTag.length + 1;
    if (prompt.startsWith(gap, from)) from += gap.length;
  }
  return rest + prompt.slice(from);
}
