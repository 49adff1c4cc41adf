import type { Config } from "../../../base/config/settings.js";
import { byteLength } from "../../../base/text/byte-length.js";
import { blockName, safeText } from "../../unconfirmed/contract-words.js";
import { type Directive, isCritical } from "./directive.js";
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
/** The first words of the block: by them it is found again in a prompt. */
const firstWords = "Follow these rules of this project";
/** The same of blocks that earlier versions wrote, which may still stand in a prompt. */
const earlierFirstWords = "Lessons of this project for your role.";

/** What the marks in a row mean; only those that occur are explained. */
const marks = {
  MUST: "required",
  AVOID: "forbidden",
  CHECK: "verified",
};

/**
 * The ids are placeholders that no parser takes for an id: a model that repeats the contract has acknowledged
 * nothing.
 */
export const contract = [
  "Answer each critical or high rule with one plain line; a critical one without it blocks the phase:",
  "KNOWLEDGE_APPLIED:<id>",
  "KNOWLEDGE_IGNORED:<id> reason=<why>",
  "KNOWLEDGE_N_A:<id> reason=<why>",
].join("\n");

/** Entries of one list in a row; more would bury the text. */
const mostActions = 6;

/**
 * The block for a delegate's prompt, at most `briefMaxBytes` of UTF-8. Critical directives come first, else
 * the order is kept; rows that have no room are dropped whole, from the end. A row that is too large for a
 * block of its own goes without its lists.
 */
export function renderDirectives(entries: readonly BriefEntry[], settings: RenderSettings): DirectiveBlock {
  const ordered = [...entries].sort(
    (a, b) => Number(isCritical(b.directive)) - Number(isCritical(a.directive)),
  );
  const ids = shortIds(ordered.map(({ directive }) => directive.lesson));
  const room = settings.briefMaxBytes - byteLength(emptyFrame(ordered));
  const rows = ordered.map((entry) =>
    rowFor(entry, ids.get(entry.directive.lesson) ?? entry.directive.lesson, room),
  );
  const fitting = rows.filter(({ text }) => sizeOf(text) <= room);
  const shown = fitting.slice(0, fittingRows(fitting, room));
  const lessons = new Set(shown.map(({ lesson }) => lesson));
  return {
    block: shown.length === 0 ? "" : frame(shown),
    shown: shown.map(({ lesson, shortId, text }) => ({ lesson, shortId, text })),
    dropped: rows.map(({ lesson }) => lesson).filter((lesson) => !lessons.has(lesson)),
  };
}

interface Row extends ShownDirective {
  readonly priority: Directive["priority"];
}

function frame(rows: readonly Row[]): string {
  const texts = rows.map(({ text }) => text);
  const used = Object.entries(marks).filter(([mark]) => texts.some((text) => text.includes(` | ${mark}: `)));
  return directiveBlock(used, texts, rows);
}

function directiveBlock(
  used: readonly (readonly [mark: string, meaning: string])[],
  texts: readonly string[],
  rows: readonly Pick<Row, "priority">[],
): string {
  const legend = used.map(([mark, meaning]) => `${mark}: ${meaning}`).join("; ");
  const first = `${firstWords}${legend === "" ? "" : ` (${legend})`}.`;
  return [openingTag, first, ...texts, ...(rows.some(asksForAck) ? [contract] : []), closingTag].join("\n");
}

/** The frame at its largest. */
function emptyFrame(entries: readonly BriefEntry[]): string {
  return directiveBlock(
    Object.entries(marks),
    [],
    entries.map(({ directive }) => directive),
  );
}

function asksForAck({ priority }: Pick<Row, "priority">): boolean {
  return priority === "critical" || priority === "high";
}

function rowFor(entry: BriefEntry, shortId: string, room: number): Row {
  const full = directiveRow(entry, shortId, textAtMostChars, true);
  const text = sizeOf(full) <= room ? full : directiveRow(entry, shortId, textAtMostChars, false);
  const { lesson, priority } = entry.directive;
  return { lesson, shortId, text, priority };
}

/** The mark and the id stand in front of the text, where no text can forge them. */
export function directiveRow(
  { directive, stale }: BriefEntry,
  shortId: string,
  maxChars = textAtMostChars,
  withLists = true,
): string {
  const list = (name: keyof typeof marks, actions: readonly string[]) => {
    const lines = actions.map((action) => safeText(action, maxChars)).filter((action) => action !== "");
    const more = lines.length > mostActions ? `; and ${lines.length - mostActions} more` : "";
    return lines.length === 0 ? "" : ` | ${name}: ${lines.slice(0, mostActions).join("; ")}${more}`;
  };
  const lists = withLists
    ? list("MUST", directive.requiredActions) +
      list("AVOID", directive.forbiddenActions) +
      list("CHECK", directive.verificationChecks)
    : "";
  const mark = stale ? `${directive.priority}, may be stale` : directive.priority;
  return `- [${safeText(shortId, maxChars)}] ${mark}: ${safeText(directive.text, maxChars)}${lists}`;
}

function fittingRows(rows: readonly Row[], room: number): number {
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

const beginnings = [firstWords, earlierFirstWords].map((words) => `${openingTag}\n${words}`);
const gap = "\n\n";

/**
 * A prompt without the blocks that an earlier brief put into it, and without the empty line after each. Only
 * what begins with our first words is taken for a block: a task may mention the tags.
 */
export function withoutDirectives(prompt: string): string {
  let rest = "";
  let from = 0;
  for (let start = nextBlock(prompt, 0); start !== -1; start = nextBlock(prompt, from)) {
    const end = prompt.indexOf(`\n${closingTag}`, start);
    if (end === -1) break;
    rest += prompt.slice(from, start);
    from = end + closingTag.length + 1;
    if (prompt.startsWith(gap, from)) from += gap.length;
  }
  return rest + prompt.slice(from);
}

function nextBlock(prompt: string, from: number): number {
  const found = beginnings.map((begin) => prompt.indexOf(begin, from)).filter((place) => place !== -1);
  return found.length === 0 ? -1 : Math.min(...found);
}
