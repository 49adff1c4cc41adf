import type { Config } from "../config/settings.js";
import type { Standing } from "../engines/insights/insight-score.js";
import {
  blendedScore,
  contextFactorMax,
  type InsightScore,
  scoreInsight,
} from "../engines/insights/insight-score.js";
import { stateOfInsight } from "../engines/insights/insight-state.js";
import { overlapsOf, type Surroundings } from "../engines/insights/overlap.js";
import { bestOf, type InsightRow, insights, sharedList } from "../projections/insights.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import { ofRole, textOfId } from "./lesson-id.js";

/** An insight with what it is worth here and now. */
export interface ScoredInsight {
  readonly row: InsightRow;
  readonly score: InsightScore;
}

export interface BestInsights {
  /** Best first. */
  readonly best: readonly ScoredInsight[];
  /** Whether there are more of them than were asked for. */
  readonly more: boolean;
  /** How many were looked at. */
  readonly considered: number;
}

/** An insight that came up for the task, and how like that it is. */
export interface LikeInsight {
  readonly lesson: string;
  readonly similarity: number;
}

interface Query {
  /** How like the task insights are, 0 to 1, where there is a task: then that counts most. */
  readonly similarity?: ((row: InsightRow) => number) | undefined;
  /** Insights that came up for the task, wherever they stand in the lists; the likest first. */
  readonly like?: readonly LikeInsight[] | undefined;
  readonly role: string;
  readonly surroundings: Surroundings;
  readonly now: number;
  readonly limit: number;
}

/**
 * The best insights for a role at this moment: its own, and what other roles have verified in the same
 * surroundings. It reads only the beginnings of sorted lists: what follows in a list cannot be worth more
 * than the last one read there would be with the largest context factor. Exact, unless more than a thousand
 * lie so close together.
 */
export async function bestInsights(
  reader: LedgerReader,
  query: Query,
  settings: Config["insights"],
): Promise<BestInsights> {
  const borrowed = ({ row, score }: ScoredInsight) => row.role !== query.role && score.context > 1;
  const near = await likest(reader, query, settings);
  const own = near.filter(({ row }) => row.role === query.role);
  const others = near.filter(borrowed);
  const read = new Set(near.map(({ row }) => row.lesson));
  const isNew = ({ row }: ScoredInsight) => !read.has(row.lesson);
  const { page, ...most } = query.like === undefined ? mostLookedAt.alone : mostLookedAt.besideIndex;
  let considered = near.length;
  for (const standing of ["lasting", "fading"] satisfies Standing[]) {
    const ownList = { list: bestOf(query.role, standing), atMost: most.own, page, wanted: isNew, sure: own };
    considered += await collect(reader, ownList, query, settings, own);
    const wanted = (each: ScoredInsight) => isNew(each) && borrowed(each);
    const shared = { list: sharedList(standing), atMost: most.shared, page, wanted, sure: own };
    considered += await collect(reader, shared, query, settings, others);
  }
  const scored = [...own, ...(await notItsOwn(reader, firstOfEachText(others), query.role))];
  const found = blended(scored, query, settings).sort(bestFirst);
  return {
    best: found.slice(0, query.limit),
    more: found.length > query.limit,
    considered,
  };
}

/** So many are read at once, until the rest is not like enough to matter. */
const readAtOnce = 16;

/** Those that are like the task: the role's own, and what other roles have verified. */
async function likest(
  reader: LedgerReader,
  { like = [], limit, role, surroundings, now }: Query,
  settings: Config["insights"],
): Promise<readonly ScoredInsight[]> {
  const similarity = new Map(like.map((each) => [each.lesson, each.similarity]));
  const found: ScoredInsight[] = [];
  const ownWorth: number[] = [];
  for (let from = 0; from < like.length; from += readAtOnce) {
    const most = blendedScore(1, like[from]?.similarity ?? 0, settings);
    if (ownWorth.filter((worth) => worth >= most).length > limit) break;
    const lessons = like.slice(from, from + readAtOnce).map(({ lesson }) => lesson);
    for (const row of await reader.rowsAt(insights, lessons)) {
      const state = stateOfInsight(row.evidence, now, settings);
      const isOwn = row.role === role;
      if (state === "deprecated" || (!isOwn && state !== "verified" && state !== "active")) continue;
      const overlaps = overlapsOf(row.evidence, surroundings);
      const score = scoreInsight(row.evidence, row.category, overlaps, now, settings);
      if (score.score < settings.dropBelowScore) continue;
      found.push({ row, score });
      if (isOwn) ownWorth.push(blendedScore(score.score, similarity.get(row.lesson) ?? 0, settings));
    }
  }
  return found;
}

function blended(
  found: readonly ScoredInsight[],
  { similarity }: Query,
  settings: Config["insights"],
): ScoredInsight[] {
  if (similarity === undefined) return [...found];
  return found.map(({ row, score }) => {
    return { row, score: { ...score, score: blendedScore(score.score, similarity(row), settings) } };
  });
}

/**
 * Where more than this many are worth nearly the same, only a task tells them apart. A row takes 0.05 ms, so
 * fewer are looked at where the index has found those that are like the task, and fewer at a time.
 */
const mostLookedAt = {
  alone: { own: 1_024, shared: 256, page: 64 },
  besideIndex: { own: 128, shared: 64, page: 16 },
};

interface LookedAt {
  readonly list: string;
  readonly page: number;
  readonly atMost: number;
  readonly wanted: (each: ScoredInsight) => boolean;
  /** The role's own that were found before. */
  readonly sure: readonly ScoredInsight[];
}

/**
 * Adds to `found` what is worth showing, until the rest of the list cannot matter. Returns how many it looked
 * at.
 */
async function collect(
  reader: LedgerReader,
  { list, page, atMost, wanted, sure }: LookedAt,
  query: Query,
  settings: Config["insights"],
  found: ScoredInsight[],
): Promise<number> {
  const { surroundings, now } = query;
  const here: ScoredInsight[] = [];
  let considered = 0;
  for (let after: string | undefined; ; ) {
    const placed = await reader.rowsFrom(insights, { list, after, limit: page });
    for (const { row } of placed) {
      considered += 1;
      const overlaps = overlapsOf(row.evidence, surroundings);
      const each = { row, score: scoreInsight(row.evidence, row.category, overlaps, now, settings) };
      if (each.score.score < settings.dropBelowScore) continue;
      if (stateOfInsight(row.evidence, now, settings) !== "deprecated" && wanted(each)) here.push(each);
    }
    const last = placed.at(-1);
    if (last === undefined || placed.length < page || considered >= atMost) break;
    if (cannotMatter(last.row, [...sure, ...here], query, settings)) break;
    after = last.place;
  }
  found.push(...here);
  return considered;
}

/**
 * Whether everything after this row falls below the minimum, or below as many as were asked for and one more.
 * What the index did not find is no more like the task than the last that it did.
 */
function cannotMatter(
  last: InsightRow,
  found: readonly ScoredInsight[],
  { limit, now, like, similarity }: Query,
  settings: Config["insights"],
): boolean {
  const bare = scoreInsight(last.evidence, last.category, 0, now, settings).score;
  const most = bare * contextFactorMax;
  if (most < settings.dropBelowScore) return true;
  if (like === undefined || similarity === undefined)
    return found.filter(({ score }) => score.score >= most).length > limit;
  const mostBlended = blendedScore(most, like.at(-1)?.similarity ?? 0, settings);
  const worth = ({ row, score }: ScoredInsight) => blendedScore(score.score, similarity(row), settings);
  return found.filter((each) => worth(each) >= mostBlended).length > limit;
}

/** Where the role has the insight itself, its own evidence decides whether it is shown. */
async function notItsOwn(
  reader: LedgerReader,
  borrowed: readonly ScoredInsight[],
  role: string,
): Promise<readonly ScoredInsight[]> {
  const foreign: ScoredInsight[] = [];
  for (const each of borrowed) {
    const own = (await reader.row(insights, ofRole(each.row.lesson, role)))?.evidence;
    // A row of echoes alone says nothing of its own.
    if (own === undefined || (own.sightings === 0 && own.deprecated === null)) foreign.push(each);
  }
  return foreign;
}

function firstOfEachText(found: readonly ScoredInsight[]): readonly ScoredInsight[] {
  const seen = new Set<string>();
  return [...found].sort(bestFirst).filter(({ row }) => {
    const text = textOfId(row.lesson);
    const fresh = !seen.has(text);
    seen.add(text);
    return fresh;
  });
}

function bestFirst(a: ScoredInsight, b: ScoredInsight): number {
  return b.score.score - a.score.score || (a.row.lesson < b.row.lesson ? -1 : 1);
}
