import { oneLine } from "../../../base/text/one-line.js";
import type { InsightCategory } from "../../../log/events/deliberation.js";
import { quoteAsData } from "../../unconfirmed/quote-as-data.js";

/** An insight as it is put before a role. */
export interface InsightLine {
  readonly lesson: string;
  readonly text: string;
  /** The role that learned it. */
  readonly role: string;
  readonly category: InsightCategory;
  readonly score: number;
  readonly successes: number;
  /** How often it was seen, and how often a validator whom a channel vouches for confirmed it. */
  readonly sightings: number;
  readonly validated: number;
  readonly ignores: number;
  readonly regressed: boolean;
  /** Validators refuted it, and it has not held since. */
  readonly refuted: boolean;
  /** A person or an independent validator stands behind it. */
  readonly confirmed: boolean;
}

/** Several insights in few words, made before anybody asks for them. */
export interface InsightSummary {
  readonly text: string;
  /** The lessons whose words are in it. */
  readonly lessons: readonly string[];
}

/** Two sentences. A longer insight is cut, so that one of them cannot take the room of ten. */
const maxTextChars = 280;
/** Longer than any role's name in use; the name is in every heading. */
const maxRoleChars = 40;

const opening = "[［【〔〖⟦⁅";
const closing = "\\]］】〕〗⟧⁆";
const bracket = {
  opening: new RegExp(`[${opening}]`, "gu"),
  closing: new RegExp(`[${closing}]`, "gu"),
  /** Up to the closing one, or the end where that was cut off. */
  inside: new RegExp(`[${opening}][^${closing}]*`, "gu"),
  atEnd: new RegExp(`[${closing}]\\P{L}{0,8}$`, "u"),
  /** After a name in code: `rows[0]`, `string[]`. */
  indexAtEnd: /\[[\w$.'"]*\]\P{L}{0,8}$/u,
};
/** Words that the tags of a line are made of. */
const trackRecord = /\d *x\b|\b(?:net|validated|ignored|regressed)\b|\b(?:score|via) *:/i;

/** An insight's text as one safe line that cannot be taken for a line with another track record. */
export function insightText(text: string): string {
  return withoutForgedTags(oneLine(text, maxTextChars));
}

/** The text in a prompt: what nobody has confirmed is quoted as data. */
export function shownText({ text, confirmed }: Pick<InsightLine, "text" | "confirmed">): string {
  return confirmed ? insightText(text) : quoteAsData(insightText(text), maxTextChars);
}

/**
 * Our tag is the last thing on a line, in square brackets. A text that holds the words of a tag in brackets,
 * or ends in brackets around anything but an index (some letters only look like ours), has round ones
 * instead, all of them. Its length stays the same.
 */
export function withoutForgedTags(line: string): string {
  return looksTagged(line) ? line.replace(bracket.opening, "(").replace(bracket.closing, ")") : line;
}

function looksTagged(line: string): boolean {
  if (bracket.atEnd.test(line) && !bracket.indexAtEnd.test(line)) return true;
  return (line.match(bracket.inside) ?? []).some((inside) => trackRecord.test(inside.normalize("NFKC")));
}

/** A role's name without anything that could end a heading or a tag. */
export function roleName(role: string): string {
  const name = oneLine(role, maxRoleChars).replace(/[^\p{L}\p{M}\p{N}._/-]/gu, "-");
  return name === "" ? "unnamed" : name;
}

/** True when validators refuted it as often as it held: to be seen once, which counts as one, is not to hold. */
export function isRefuted({ successes, ignores }: Pick<InsightLine, "successes" | "ignores">): boolean {
  return ignores > 0 && ignores >= successes;
}

/** In front of a refuted one: as a bare line it would prime the role to raise it again. */
export const refutedLead = "AVOID raising without new evidence: ";

/** Whether a line of a prompt is one that warns of a refuted insight. */
export function isWarning(line: string): boolean {
  return line.startsWith(`- ${refutedLead}`);
}

/** Confirmed or seen less often than this, an insight has no record to speak of, and its score is shown. */
const recordFrom = 2;

/** The record of an insight, as it stands in brackets after its text. */
export function insightTag(line: InsightLine, askedRole: string): string {
  const learnedBy = roleName(line.role);
  const parts = [record(line)];
  if (line.regressed) parts.push("regressed");
  if (learnedBy.toLowerCase() !== roleName(askedRole).toLowerCase()) parts.push(`via:${learnedBy}`);
  return `[${parts.join(", ")}]`;
}

function record({ successes, sightings, validated, ignores, score }: InsightLine): string {
  if (ignores > 0) {
    const net = Math.round(successes - ignores);
    // A penalty may weigh less than one; it still was one.
    return `${net < 0 ? "-" : "+"}${Math.abs(net)} net, ${Math.max(1, Math.round(ignores))}x ignored`;
  }
  if (validated >= recordFrom) return `${validated}x validated`;
  // What a role repeats by itself was seen again, and not validated by anybody.
  return sightings >= recordFrom ? `seen ${sightings}x` : `score:${score.toFixed(2)}`;
}
