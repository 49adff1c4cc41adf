import { complianceFrame } from "../directive/rules/render-compliance.js";
import { withoutDirectives } from "../directive/rules/render-directives.js";
import { failuresFrame } from "../failure/rules/text.js";
import { withoutFramed } from "../insight/rules/render-insights.js";
import { findingsFrame } from "../insight/rules/verdict/render-findings.js";
import { unconfirmedFrame } from "../unconfirmed/render-unconfirmed.js";

/** Between two blocks, and between the blocks and the prompt. */
export const gap = "\n\n";

const frames = [
  "HISTORICAL PATTERNS",
  "RECENT ESCALATIONS",
  failuresFrame,
  unconfirmedFrame,
  complianceFrame,
  findingsFrame,
];

/**
 * Replaces or removes the blocks of an earlier brief. A prompt that has none, and gets none, is unchanged.
 */
export function withBlocks(blocks: readonly string[], prompt: string): string {
  const rest = withoutBlocks(prompt);
  return [...blocks, ...(rest === "" ? [] : [rest])].join(gap);
}

/** The prompt without what earlier briefs put into it: no prompt ever holds a block twice. */
function withoutBlocks(prompt: string): string {
  return frames.reduce(withoutFramed, withoutDirectives(prompt));
}
