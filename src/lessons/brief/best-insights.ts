import type { Config } from "../../base/config/settings.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { bestOf, type InsightRow, insights, sharedList } from "../insight/fold/insights.js";
import type { Standing } from "../insight/rules/insight-score.js";
import {
  blendedScore,
  contextFactorMax,
  type InsightScore,
  scoreInsight,
} from "../insight/rules/insight-score.js";
import { mayBeShown, stateOfInsight } from "../insight/rules/insight-state.js";
import { overlapsOf, type Surroundings } from "../insight/rules/overlap.js";
import { endOfRole, ofRole, textOfId } from "../lesson-id.js";

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

interface Query {
  /** How like the task insights are, 0 to 1, where there is a task: then that counts most. */
  readonly similarity?: ((row: InsightRow) => number) | undefined;
  /** Insights that came up for the task, wherever they stand in the lists; the likest first. */
  readonly like?: readonly string[] | undefined;
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
  const near = await likest(reader, query, settings);
  const own = near.filter(({ row }) => row.role === query.role);
  const others = near.filter(({ row }) => row.role !== query.role);
  const known = new Set(near.map(({ row }) => row.lesson));
  const end = endOfRole(query.role);
  const isNew = (lesson: string) => !known.has(lesson);
  const isOther = (lesson: string) => isNew(lesson) && !lesson.endsWith(end);
  let considered = near.length;
  const most = query.like === undefined ? mostLookedAt.alone : mostLookedAt.besideIndex;
  for (const standing of ["lasting", "fading"] satisfies Standing[]) {
    const ownList = { list: bestOf(query.role, standing), most: most.own, isRead: isNew };
    considered += await collect(reader, ownList, query, settings, own);
    const shared = { list: sharedList(standing), most: most.shared, isRead: isOther };
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

const readAtOnce = 16;

/**
 * Those that are like the task, the role's own and what other roles have verified: about as many as were asked
 * for. What is less like it and worth more by itself leads a list.
 */
async function likest(
  reader: LedgerReader,
  { like = [], limit, role, surroundings, now }: Query,
  settings: Config["insights"],
): Promise<readonly ScoredInsight[]> {
  const found: ScoredInsight[] = [];
  for (let from = 0; from < like.length && found.length < limit; from += readAtOnce)
    for (const row of await reader.rowsAt(insights, like.slice(from, from + readAtOnce))) {
      const overlaps = overlapsOf(row.evidence, surroundings);
      const each = { row, score: scoreInsight(row.evidence, row.category, overlaps, now, settings) };
      const state = stateOfInsight(row.evidence, now, settings);
      if (state === "deprecated" || row.evidence.refutedAt !== null || !mayBeShown(row)) continue;
      if (each.score.score < settings.dropBelowScore) continue;
      const isVerified = state === "verified" || state === "active";
      if (row.role === role || (isVerified && isBorrowed(each, role))) found.push(each);
    }
  return found;
}

/** Of another role, and learned in the same surroundings. */
function isBorrowed({ row, score }: ScoredInsight, role: string): boolean {
  return row.role !== role && score.context > 1;
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

const page = 32;
/**
 * Where more than this many are worth nearly the same, only a task tells them apart. A row takes 0.05 ms, so
 * fewer are looked at where the index has found those that are like the task.
 */
const mostLookedAt = { alone: { own: 1_024, shared: 256 }, besideIndex: { own: 32, shared: 32 } };

interface LookedThrough {
  readonly list: string;
  /** It is left after so many. */
  readonly most: number;
  /** Whether the row of a lesson is read: not where it is known, or of no use here. */
  readonly isRead: (lesson: string) => boolean;
}

/**
 * Adds to `found` what is worth showing, until the rest of the list cannot matter. Returns how many rows it
 * read.
 */
async function collect(
  reader: LedgerReader,
  { list, most, isRead }: LookedThrough,
  { surroundings, now, limit, role }: Query,
  settings: Config["insights"],
  found: ScoredInsight[],
): Promise<number> {
  const here: ScoredInsight[] = [];
  let [looked, considered] = [0, 0];
  for (let after: string | undefined; ; ) {
    const places = await reader.placesFrom(insights, { list, after, limit: page });
    const lessons = places.map(({ key }) => key).filter(isRead);
    const rows = await reader.rowsAt(insights, lessons);
    looked += places.length;
    considered += rows.length;
    for (const row of rows) {
      const overlaps = overlapsOf(row.evidence, surroundings);
      const each = { row, score: scoreInsight(row.evidence, row.category, overlaps, now, settings) };
      if (each.score.score < settings.dropBelowScore) continue;
      const isShown = row.role === role || isBorrowed(each, role);
      if (stateOfInsight(row.evidence, now, settings) !== "deprecated" && isShown) here.push(each);
    }
    if (places.length < page || looked >= most) break;
    const last = rows.at(-1);
    if (last !== undefined && cannotMatter(last, here, limit, now, settings)) break;
    after = places.at(-1)?.place;
  }
  found.push(...here);
  return considered;
}

/**
 * Whether everything after this row falls below the minimum, or below as many as were asked for and one more.
 */
function cannotMatter(
  last: InsightRow,
  found: readonly ScoredInsight[],
  limit: number,
  now: number,
  settings: Config["insights"],
): boolean {
  const bare = scoreInsight(last.evidence, last.category, 0, now, settings).score;
  const most = bare * contextFactorMax;
  if (most < settings.dropBelowScore) return true;
  return found.filter(({ score }) => score.score >= most).length > limit;
}

/** Where the role has the insight itself, its own evidence decides whether it is shown. */
async function notItsOwn(
  reader: LedgerReader,
  borrowed: readonly ScoredInsight[],
  role: string,
): Promise<readonly ScoredInsight[]> {
  const itsOwn = (lesson: string) => ofRole(lesson, role);
  const rows = await reader.rowsAt(
    insights,
    borrowed.map(({ row }) => itsOwn(row.lesson)),
  );
  const evidence = new Map(rows.map((row) => [row.lesson, row.evidence]));
  return borrowed.filter(({ row }) => {
    const own = evidence.get(itsOwn(row.lesson));
    // A row of echoes alone says nothing of its own.
    return own === undefined || (own.sightings === 0 && own.deprecated === null && own.refutedAt === null);
  });
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
