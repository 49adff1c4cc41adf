import { verdictWords } from "../contract-words.js";
import { keywordPattern, readStatements } from "../statements/read-statements.js";
import { visibleLines } from "../statements/visible-lines.js";
import { complianceSection } from "./compliance-section.js";

export type Verdict = "verified" | "violated" | "n_a";

/** One verdict as a reviewer wrote it. The id is as written; `resolveCompliance` says whose it is. */
export interface ComplianceEntry {
  readonly id: string;
  readonly verdict: Verdict;
  readonly evidence?: string;
  /** Counted from 1. */
  readonly line: number;
}

const keywords = keywordPattern(verdictWords);

/**
 * The verdicts of a reviewer's last DIRECTIVE_COMPLIANCE section, in their order; none without such a
 * section.
 */
export function parseCompliance(output: string): readonly ComplianceEntry[] {
  const section = complianceSection(visibleLines(output), isVerdict);
  return readStatements(section, keywords).map(({ keyword, id, detail, line }) => ({
    id,
    verdict: verdictOf(keyword),
    line,
    ...(detail === undefined ? {} : { evidence: detail }),
  }));
}

/** A keyword alone on its line counts too: its ids are listed below it. */
function isVerdict(text: string): boolean {
  keywords.lastIndex = 0;
  if (!keywords.test(text)) return false;
  const bare = text.replace(keywords, "");
  return !/[\p{L}\p{N}]/u.test(bare) || readStatements([{ text, line: 1 }], keywords).length > 0;
}

function verdictOf(keyword: string): Verdict {
  if (/^verified$/i.test(keyword)) return "verified";
  return /^violated$/i.test(keyword) ? "violated" : "n_a";
}
