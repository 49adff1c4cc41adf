import type { InsightLine } from "./insight-line.js";
import { roleName } from "./insight-text.js";

/** Confirmed less often than this, an insight has no record to speak of, and its score is shown. */
const validatedFrom = 2;

/** What speaks for and against an insight, as it stands in brackets behind it. */
export function insightTag(line: InsightLine, askedRole: string): string {
  const learnedBy = roleName(line.role);
  const parts = [record(line)];
  if (line.regressed) parts.push("regressed");
  if (learnedBy.toLowerCase() !== roleName(askedRole).toLowerCase()) parts.push(`via:${learnedBy}`);
  return `[${parts.join(", ")}]`;
}

function record({ successes, ignores, score }: InsightLine): string {
  if (ignores > 0) {
    const net = Math.round(successes - ignores);
    // A penalty may weigh less than one; it still was one.
    return `${net < 0 ? "-" : "+"}${Math.abs(net)} net, ${Math.max(1, Math.round(ignores))}x ignored`;
  }
  return successes >= validatedFrom ? `${Math.round(successes)}x validated` : `score:${score.toFixed(2)}`;
}
