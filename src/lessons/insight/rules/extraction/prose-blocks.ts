import { headingLevel, isHorizontalRule } from "../../../../reading/language/markdown.js";
import { withoutFindingIds } from "./clean-item.js";

/** A paragraph or list item, and the ids of the findings in the heading right above it. */
export interface ProseBlock {
  readonly text: string;
  readonly findings: readonly string[];
}

interface Draft {
  text: string;
  readonly findings: readonly string[];
}

const bullet = /^\s*(?:[-*+•▪◦‣·–]|\(?\d{1,3}[.)])\s+/;
const checkbox = /^\s*(?:[-*+]|\d{1,3}[.)])?\s*\[[ xX✓-]\]\s/;
/** Far longer than what decides about a line, and short enough that no pattern costs much. */
const charsRead = 500;

/** The author's prose without headings, tables, checklists and hunks. A heading that names a finding is read too. */
export function proseBlocks(lines: readonly string[]): readonly ProseBlock[] {
  const drafts: Draft[] = [];
  let findings: readonly string[] = [];
  let open: Draft | undefined;
  for (const [index, line] of lines.entries()) {
    const isHeading = headingLevel(line, lines[index + 1]) !== undefined;
    if (isHeading) {
      const named = withoutFindingIds(line.slice(0, charsRead).replace(/^[\s#]+/, ""));
      findings = named.findings;
      if (findings.length > 0) drafts.push({ text: named.text, findings });
    }
    if (isHeading || line.trim() === "" || isNotProse(line)) open = undefined;
    else if (open !== undefined && !bullet.test(line)) open.text += ` ${line.trim()}`;
    else {
      open = { text: line.trim(), findings };
      drafts.push(open);
      findings = [];
    }
  }
  return drafts;
}

function isNotProse(line: string): boolean {
  const text = line.slice(0, charsRead).trim();
  return (
    isHorizontalRule(line) ||
    checkbox.test(line) ||
    /^(?:\||[=-]{2,}$|@@ |diff --git |[+-]{3} [ab/])/.test(text)
  );
}
