import { withoutEmphasis, withoutLead } from "../clothes.js";
import { accumulatedPatterns } from "./accumulated-patterns.js";
import { cleanItem } from "./clean-item.js";
import { type Identified, withoutFindingIds } from "./finding-ids.js";
import { listItems } from "./list-items.js";
import { outsideCode } from "./outside-code.js";
import type { OwnFinding } from "./own-findings.js";
import { type ProseBlock, proseBlocks } from "./prose-blocks.js";
import { statementsOf } from "./statements.js";

/** A clean line that may become an insight. Where it stood decides what is asked of it. */
export interface Candidate extends Identified {
  readonly place: "item" | "nested item" | "sentence" | "issue";
}

/** The items of the text's own list of patterns; nothing if it has no such section. */
export function sectionCandidates(lines: readonly string[]): readonly Candidate[] | undefined {
  const section = accumulatedPatterns(lines);
  if (section === undefined) return undefined;
  return listItems(section)
    .filter(({ introduces }) => !introduces)
    .map(({ text, nested }) => ({ ...cleanItem(text), place: nested ? "nested item" : "item" }));
}

/** The sentences of free prose. */
export function sentenceCandidates(lines: readonly string[]): readonly Candidate[] {
  return proseBlocks(lines).flatMap(sentencesIn);
}

/** A finding that stands at a paragraph is a finding of each of its sentences. */
function sentencesIn(block: ProseBlock): readonly Candidate[] {
  const { text, findings } = withoutFindingIds(withoutLead(block.text));
  return statementsOf(outsideCode(text, withoutEmphasis)).map((statement) => {
    const clean = cleanItem(statement);
    return {
      text: clean.text,
      findings: [...new Set([...block.findings, ...findings, ...clean.findings])],
      place: "sentence",
    };
  });
}

/** What the role reported in its own verdict. */
export function issueCandidates(findings: readonly OwnFinding[]): readonly Candidate[] {
  return findings.map(({ id, summary }) => {
    const clean = cleanItem(summary);
    return {
      text: clean.text,
      findings: [...new Set([...(id === undefined ? [] : [id]), ...clean.findings])],
      place: "issue",
    };
  });
}
