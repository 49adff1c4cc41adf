import { headingLevel, isHorizontalRule } from "./accumulated-patterns.js";
import { withoutFindingIds } from "./finding-ids.js";
import { isLog } from "./machine-made.js";

/** A paragraph or list item, and the ids of the findings in the heading right above it. */
export interface ProseBlock {
  readonly text: string;
  readonly findings: readonly string[];
}

const bullet = /^\s*(?:[-*+•▪◦‣·–]|\(?\d{1,3}[.)])\s+/;

/**
 * The author's prose without headings, tables and lines of logs. A heading that names a finding is read too.
 */
export function proseBlocks(lines: readonly string[]): readonly ProseBlock[] {
  const blocks: { text: string; readonly findings: readonly string[] }[] = [];
  let findings: readonly string[] = [];
  let open = false;
  for (const [index, line] of lines.entries()) {
    const heading = headingLevel(line, lines[index + 1]) !== undefined;
    if (heading) {
      const named = withoutFindingIds(line.slice(0, 500).replace(/^[\s#]+/, ""));
      findings = named.findings;
      if (findings.length > 0) blocks.push({ text: named.text, findings });
    }
    const skipped = heading || line.trim() === "" || isNoProse(line);
    const last = blocks.at(-1);
    if (!skipped && open && last !== undefined && !bullet.test(line)) last.text += ` ${line.trim()}`;
    else if (!skipped) {
      blocks.push({ text: line.trim(), findings });
      findings = [];
    }
    open = !skipped;
  }
  return blocks;
}

function isNoProse(line: string): boolean {
  const text = line.slice(0, 500).trim();
  return isHorizontalRule(line) || /^\||^[=-]{2,}$/.test(text) || isLog(text);
}
