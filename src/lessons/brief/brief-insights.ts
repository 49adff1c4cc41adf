import type { Config } from "../../base/config/settings.js";
import { dayMs, epochMs } from "../../log/events/time.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { wordOverlap, wordsOf } from "../../reading/language/words.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import { orderLessons } from "../../search/order/order-lessons.js";
import type { Context } from "../../verbs/call/context.js";
import { type InsightRow, insights, isInsight, warningsOf } from "../insight/fold/insights.js";
import { freshSummary, lineOf } from "../insight/insight-summary.js";
import { scoreInsight } from "../insight/rules/insight-score.js";
import { overlapsOf, type Surroundings } from "../insight/rules/overlap.js";
import { type InsightBlock, renderInsights } from "../insight/rules/render-insights.js";
import { type BriefTopic, relevanceIn, type Similarity } from "../search/find-similar.js";
import { bestInsights, type ScoredInsight } from "./best-insights.js";
import type { BriefPart, RelevanceFloor } from "./brief-part.js";
import type { LeftOut } from "./left-out.js";
import { toThePoint } from "./to-the-point.js";

export interface InsightQuery {
  readonly topic: BriefTopic;
  readonly surroundings: Surroundings;
  readonly like: Similarity | undefined;
  readonly budgetTokens: number;
  readonly leftTokens: number;
  /** Lessons that are left out. */
  readonly known: ReadonlySet<string>;
  /** Undefined where everything for the role is shown. */
  readonly floor: RelevanceFloor | undefined;
  readonly leftOut: LeftOut;
}

export interface BriefInsights extends BriefPart {
  readonly form: InsightBlock["form"];
}

/**
 * An insight's shortest line is about ten tokens, most take 35. For a task so many are looked for that
 * something different can be found among them; without one, whatever might fit.
 */
const tokensPerLine = { shortest: 10, aimed: 20 };
/** A line is half as long: warnings get half of the room. */
const tokensPerWarning = 80;

/** A role's insights, in what the directives left of the budget. */
export async function briefInsights(
  context: Context,
  reader: LedgerReader,
  query: InsightQuery,
): Promise<BriefInsights> {
  const { budgetTokens, known, like } = query;
  const perLine = like === undefined ? tokensPerLine.shortest : tokensPerLine.aimed;
  let limit = Math.max(1, Math.ceil(budgetTokens / perLine)) + known.size;
  for (;;) {
    const { more, ...found } = await insightsWithin(context, reader, query, limit);
    // Short lines leave room for more of them.
    if (!more || found.dropped.length > 0) return found;
    limit *= 2;
  }
}

async function insightsWithin(
  context: Context,
  reader: LedgerReader,
  { topic, surroundings, like, budgetTokens, leftTokens, known, floor, leftOut }: InsightQuery,
  limit: number,
): Promise<BriefInsights & { readonly more: boolean }> {
  const { insights: settings } = context.ledger.config;
  const { role } = topic;
  const asked = { role, surroundings, now: context.clock(), limit };
  const near = { like: mostLike(context, like, limit), similarity: similarityTo(context, topic, like) };
  const { best: found, more, considered } = await bestInsights(reader, { ...asked, ...near }, settings);
  const isLeftOut = ({ row }: ScoredInsight) => leftOut(row.lesson, () => row.text) !== undefined;
  const mostWarnings = Math.max(1, Math.floor(budgetTokens / tokensPerWarning));
  const warnings = await insightWarnings(reader, { ...asked, limit: mostWarnings }, settings);
  const asking = { topic, surroundings, like, similarity: near.similarity };
  const pointed = toThePoint(differentFirst(context, found, like), asking);
  const best = [...warnings, ...pointed].filter(
    (each) => !known.has(each.row.lesson) && (floor === undefined || floor(each.row)) && !isLeftOut(each),
  );
  // A summary was made of all of them, so it would say again what is known or left out, and what no task
  // asks for.
  const isAimed = known.size > 0 || floor !== undefined || near.similarity !== undefined;
  const summary = isAimed || found.some(isLeftOut) ? undefined : await freshSummary(context, reader, role);
  const room = { budgetTokens, leftTokens };
  const block = renderInsights(role, best.map(lineOf), summary, room, { more });
  const { form, tokens, dropped } = block;
  const scoreOf = (lesson: string) => best.find(({ row }) => row.lesson === lesson)?.score.score ?? 0;
  const shown = block.shown.map(({ lesson, text }) => ({
    lesson,
    kind: "insight" as const,
    text,
    score: rounded(scoreOf(lesson)),
    shortId: null,
  }));
  return { block: block.text, form, tokens, shown, dropped, considered, more };
}

/**
 * The insights that came up for the task, the likest first: twice as many as a brief has room for, since some
 * are for other roles or no longer hold. What is worth much by itself leads a list and is read from there.
 */
function mostLike(
  { ledger }: Context,
  like: Similarity | undefined,
  limit: number,
): readonly string[] | undefined {
  const found = [...(like?.of.values() ?? [])].filter(({ id }) => isInsight(id));
  const scored = found.map((each) => ({ id: each.id, score: relevanceIn(each, ledger.config.retrieval) }));
  const likest = scored.sort((a, b) => b.score - a.score).slice(0, 2 * limit);
  return like && likest.map(({ id }) => id);
}

/** Undefined when there is nothing to compare with. Without an index only words are compared. */
function similarityTo(
  { ledger }: Context,
  topic: BriefTopic,
  like: Similarity | undefined,
): ((row: InsightRow) => number) | undefined {
  if (topic.task.trim() === "") return undefined;
  if (like !== undefined) return ({ lesson }) => relevanceIn(like.of.get(lesson), ledger.config.retrieval);
  const words = wordsOf(topic.task);
  return words.size === 0 ? undefined : ({ text }) => wordOverlap(words, wordsOf(text));
}

/** Best first, and what repeats another one later, as in every list of lessons. */
function differentFirst(
  { ledger }: Context,
  found: readonly ScoredInsight[],
  like: Similarity | undefined,
): readonly ScoredInsight[] {
  const byId = new Map(found.map((each) => [each.row.lesson, each]));
  const lessons = found.map(({ row, score: { score } }) => ({ id: row.lesson, score, pinned: false }));
  const textOf = (id: string) => byId.get(id)?.row.text ?? "";
  const order = { cap: lessons.length, settings: ledger.config.retrieval, textOf, alike: like?.alike };
  return orderLessons(lessons, order).flatMap(({ id }) => byId.get(id) ?? []);
}

interface WarningQuery {
  readonly role: string;
  readonly surroundings: Surroundings;
  readonly now: number;
  readonly limit: number;
}

/** More than any prompt has room for. */
const mostRead = 64;

/**
 * What a validator refuted and the role should not raise again: what was learned near here first, then the
 * newest refutation. A refutation has its own clock: no score, no use and no end of a run ends the warning.
 */
async function insightWarnings(
  reader: LedgerReader,
  { role, surroundings, now, limit }: WarningQuery,
  settings: Config["insights"],
): Promise<readonly ScoredInsight[]> {
  const places = await reader.placesFrom(insights, { list: warningsOf(role), limit: mostRead });
  const rows = await reader.rowsAt(
    insights,
    places.map(({ key }) => key),
  );
  const valid = rows.filter(
    ({ evidence: { refutedAt } }) =>
      refutedAt !== null && now < epochMs(refutedAt) + settings.warnDays * dayMs,
  );
  const found = valid.map((row) => {
    const overlaps = overlapsOf(row.evidence, surroundings);
    return { row, overlaps, score: scoreInsight(row.evidence, row.category, overlaps, now, settings) };
  });
  return found.sort((a, b) => b.overlaps - a.overlaps).slice(0, limit);
}
