import { byteLength } from "../../../base/text/byte-length.js";
import { type Directive, isCritical } from "./directive.js";
import { directiveRow } from "./render-directives.js";
import { shortIds } from "./short-ids.js";

/** The name in the frame of the block, by which it is found again in a prompt. */
export const complianceFrame = "DIRECTIVES TO VERIFY";

const task = "These rules were shown in the phase under review. Check the work against each of them:";

/**
 * What is asked stands last, next to the answer. The ids are placeholders that no parser takes for an id: a
 * reviewer that repeats the request has judged nothing.
 */
const request = [
  "End your answer with this section, one line for each rule:",
  "DIRECTIVE_COMPLIANCE",
  "VERIFIED:<id> evidence=<file:line or output>",
  "VIOLATED:<id> evidence=<file:line or output>",
  "N-A:<id> evidence=<why>",
];

export interface ComplianceBlock {
  readonly block: string;
  /** The directives in it. */
  readonly lessons: readonly string[];
}

/** Nothing to verify. */
export const noCompliance: ComplianceBlock = { block: "", lessons: [] };

/**
 * What a reviewer has to verify, within `maxBytes` of UTF-8: critical directives first, whole rows only.
 * Empty without directives or room.
 */
export function renderCompliance(directives: readonly Directive[], maxBytes: number): ComplianceBlock {
  const ids = shortIds(directives.map(({ lesson }) => lesson));
  const ordered = [...directives].sort((a, b) => Number(isCritical(b)) - Number(isCritical(a)));
  const rows = ordered.map((directive) =>
    directiveRow({ directive, stale: false }, ids.get(directive.lesson) ?? directive.lesson),
  );
  for (let kept = rows.length; kept > 0; kept -= 1) {
    const block = complianceBlock(rows.slice(0, kept));
    if (byteLength(block) <= maxBytes)
      return { block, lessons: ordered.slice(0, kept).map(({ lesson }) => lesson) };
  }
  return noCompliance;
}

function complianceBlock(rows: readonly string[]): string {
  const lines = [task, ...rows, ...request];
  return [`=== ${complianceFrame} ===`, ...lines, `=== END ${complianceFrame} ===`].join("\n");
}
