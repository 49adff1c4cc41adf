import { estimateTokens } from "../../../reading/language/estimate-tokens.js";
import { withoutDetail } from "../../../reading/language/shorten.js";
import { type InsightLine, type InsightSummary, insightText, shownText } from "./insight-line.js";

const headings = [
  ["rule", "Rules"],
  ["causal", "Causes"],
  ["observation", "Noticed"],
] as const;
/** The lines come best first; a summary has no room for more than these. */
const mostTried = 100;
/** The three headings with their line breaks and full stops. */
const frameTokens = estimateTokens(headings.map(([, heading]) => `${heading}: .`).join("\n"));
/** One shortened insight is not a summary. */
const leastInside = 2;

/** What a summary is made of. */
type Statement = Pick<InsightLine, "lesson" | "category" | "text" | "confirmed">;

interface Short {
  readonly lesson: string;
  readonly category: InsightLine["category"];
  readonly text: string;
}

/**
 * The insights in few words, made by rule: up to three lines, one for each category, the best first, as many
 * as fit. One that cannot be shortened without losing its sense is left out, and so is one that says what
 * another said, or that was refuted more often than it held.
 */
export function summariseInsights(
  lines: readonly InsightLine[],
  maxTokens: number,
): InsightSummary | undefined {
  const kept: Short[] = [];
  let used = frameTokens;
  for (const line of lines.filter((each) => !each.refuted).slice(0, mostTried)) {
    const short = shortOf(line);
    if (short === undefined || kept.some((each) => each.text === short.text)) continue;
    const tokens = estimateTokens(`; ${short.text}`);
    if (used + tokens > maxTokens) continue;
    used += tokens;
    kept.push(short);
  }
  // Each was counted by itself; in one line a letter with an accent makes all the others dearer.
  while (kept.length >= leastInside && estimateTokens(summaryText(kept)) > maxTokens) kept.pop();
  if (kept.length < leastInside) return undefined;
  return { text: summaryText(kept), lessons: kept.map((each) => each.lesson) };
}

/**
 * Whether a text is the summary of these very insights, in their order. A summary comes from a log, into which
 * others write too.
 */
export function isSummaryOf(text: string, lines: readonly Statement[]): boolean {
  const shorts = lines.map(shortOf);
  return shorts.every((each) => each !== undefined) && summaryText(shorts) === text;
}

/** The semicolon separates insights: inside one it becomes a comma, and code that holds one is left out. */
function shortOf({ lesson, category, text, confirmed }: Statement): Short | undefined {
  const statement = insightText(text).replace(/[\s.;,:]+$/, "");
  if (statement === "" || statement.endsWith("…") || /`[^`]*;/.test(statement)) return undefined;
  const short = withoutDetail(statement.replaceAll(";", ","));
  return short === undefined ? undefined : { lesson, category, text: shownText({ text: short, confirmed }) };
}

function summaryText(kept: readonly Short[]): string {
  return headings
    .map(([category, heading]) => {
      const texts = kept.filter((each) => each.category === category).map((each) => each.text);
      return texts.length === 0 ? "" : `${heading}: ${texts.join("; ")}.`;
    })
    .filter((line) => line !== "")
    .join("\n");
}
