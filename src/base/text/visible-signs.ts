/**
 * What a person would not see, as the inside of a pattern: controls but line breaks and tabs, marks that show
 * a line in another order than it has, and characters without width. Joiners stay: scripts and emoji need them.
 */
export const hiddenSigns = "[^\\P{Cc}\\n\\t]|[\\u200b\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff]";

const pattern = new RegExp(hiddenSigns, "gu");

/** A stored text as a person may be shown it: a sign that would be hidden, or would hide others, is replaced. */
export function withVisibleSigns(text: string): string {
  return text.replace(pattern, "\ufffd");
}
