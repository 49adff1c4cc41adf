import { digest } from "../../base/text/digest.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { bestInsights, type ScoredInsight } from "../brief/best-insights.js";
import { forAnyTask } from "../brief/to-the-point.js";
import { type InsightRow, insights } from "./fold/insights.js";
import { roles } from "./fold/roles.js";
import { summaries } from "./fold/summaries.js";
import type { InsightLine, InsightSummary } from "./rules/insight-line.js";
import { scoreInsight } from "./rules/insight-score.js";
import { stateOfInsight } from "./rules/insight-state.js";
import { budgetFor, renderInsights } from "./rules/render-insights.js";
import { isSummaryOf, summariseInsights } from "./rules/summarise-insights.js";

/** What the frame around a summary takes at most. */
const frameTokens = 60;
const mostSummarised = 100;

/** The role's summary, if its insights are still as they were when it was made and it is made of them. */
export async function freshSummary(
  context: Context,
  reader: LedgerReader,
  role: string,
): Promise<InsightSummary | undefined> {
  const summary = await reader.row(summaries, role);
  if (summary === undefined) return undefined;
  const rows = await rowsOf(reader, summary.lessons);
  const basis = await basisOf(context, reader, role, rows);
  const known = rows.filter((row) => row !== undefined);
  return basis === summary.basis && isSummaryOf(summary.text, known) ? summary : undefined;
}

/**
 * Makes a new summary where a role has more insights than its budget holds, so that the next brief need not.
 */
export async function refreshSummary(
  context: Context,
  writer: LedgerWriter,
  role: string,
  about: { readonly actor: string; readonly origin: string },
): Promise<void> {
  const { insights: settings } = context.ledger.config;
  const budgetTokens = budgetFor(role, settings);
  const surroundings = { labels: [], files: [] };
  const query = { role, surroundings, now: context.clock(), limit: mostSummarised };
  const { best, more } = await bestInsights(writer, query, settings);
  const lines = forAnyTask(best).map(lineOf);
  if (renderInsights(role, lines, undefined, { budgetTokens }, { more }).form !== "best") return;
  const summary = summariseInsights(lines, budgetTokens - frameTokens);
  if (summary === undefined) return;
  const basis = await basisOf(context, writer, role, await rowsOf(writer, summary.lessons));
  await writer.append({
    type: "summary-made",
    data: { role, text: summary.text, lessons: [...summary.lessons], basis },
    ...about,
  });
}

export function lineOf({ row, score }: ScoredInsight): InsightLine {
  const { lesson, text, role, category, evidence } = row;
  return {
    lesson,
    text,
    role,
    category,
    score: score.score,
    successes: evidence.successes,
    sightings: evidence.sightings,
    validated: evidence.validated,
    ignores: evidence.ignores,
    regressed: evidence.regressedAt !== null,
    refuted: evidence.refutedAt !== null,
    confirmed: row.confirmed,
  };
}

/** Raised when summaries are written in another way: those that were made before are out of date then. */
const summaryForm = 2;

/** Changes whenever the role learns something, or an insight in the summary changes. */
async function basisOf(
  context: Context,
  reader: LedgerReader,
  role: string,
  rows: readonly (InsightRow | undefined)[],
): Promise<string> {
  const changes = (await reader.row(roles, role))?.changes ?? 0;
  const states = rows.map((row) => stateIn(context, row));
  return `${summaryForm} ${changes} ${digest(states.join("\n"))}`;
}

/** In the order of the lessons; undefined for one that is gone. */
async function rowsOf(
  reader: LedgerReader,
  lessons: readonly string[],
): Promise<readonly (InsightRow | undefined)[]> {
  const found = await reader.rowsAt(insights, lessons);
  const byLesson = new Map(found.map((row) => [row.lesson, row]));
  return lessons.map((lesson) => byLesson.get(lesson));
}

function stateIn({ ledger, clock }: Context, row: InsightRow | undefined): string {
  if (row === undefined) return "gone";
  const { lesson, category, evidence, confirmed } = row;
  const { insights: settings } = ledger.config;
  const { ignores, outcomes, regressedAt } = evidence;
  const state = stateOfInsight(evidence, clock(), settings);
  const faded = scoreInsight(evidence, category, 0, clock(), settings).score < settings.dropBelowScore;
  return [lesson, state, confirmed, faded, ignores, outcomes.held, outcomes.failed, regressedAt].join(" ");
}
