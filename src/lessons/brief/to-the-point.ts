import { topicsOf } from "../../reading/language/topics.js";
import { aboutQuery } from "../../search/order/about-prompt.js";
import type { InsightRow } from "../insight/fold/insights.js";
import { hasHeld } from "../insight/rules/insight-state.js";
import { type Surroundings, sharesLabel, sharesPlace } from "../insight/rules/overlap.js";
import type { BriefTopic, Similarity } from "../search/find-similar.js";
import type { ScoredInsight } from "./best-insights.js";

interface Query {
  readonly topic: BriefTopic;
  readonly surroundings: Surroundings;
  readonly like: Similarity | undefined;
  /** How like the task insights are, 0 to 1; undefined where the brief has no words for it. */
  readonly similarity: ((row: InsightRow) => number) | undefined;
}

/**
 * Of four times twenty tasks that each need one of 120 insights, 66 get it by these two numbers, in 250 tokens; a full
 * budget of 800 holds it for 78, and what is surely about the task for 56.
 */
const likestShown = 5;
const leastLikeness = 0.1;
/** "Do the task" names no work. */
const topicsOfWork = 2;
/** Without words for a task, as hosts start an agent: what was said once is mostly about one change. */
const saidOnceShown = 3;

/**
 * Of insights, best first, those that a brief is for: what was learned at its files or labels, what is surely about
 * its task, and a few that are likest to it. A brief without words for its task is for all that have held, and for a
 * few of those that were said once. The room for them is a limit, never a target.
 */
export function toThePoint(
  found: readonly ScoredInsight[],
  { topic, surroundings: { labels, files }, like, similarity }: Query,
): readonly ScoredInsight[] {
  const isNear = ({ evidence }: InsightRow) =>
    sharesPlace(evidence.files, files) || sharesLabel(evidence.labels, labels);
  if (similarity === undefined || topicsOf(topic.task).size < topicsOfWork) return forAnyTask(found, isNear);
  const isAbout = aboutQuery(topic.task);
  const isAimed = (row: InsightRow) =>
    isNear(row) || isAbout({ text: row.text, found: like?.of.get(row.lesson) });
  const likely = found.filter(({ row }) => similarity(row) > leastLikeness || isAimed(row));
  return andAFew(likely, isAimed, likestShown);
}

/** Those that a role is reminded of whatever it is to do: all that have held, and a few of the others. */
export function forAnyTask(
  found: readonly ScoredInsight[],
  isNear: (row: InsightRow) => boolean = () => false,
): readonly ScoredInsight[] {
  return andAFew(found, (row) => isNear(row) || hasHeld(row.evidence), saidOnceShown);
}

/** All that are wanted, and the first few of the others, in their order. */
function andAFew(
  found: readonly ScoredInsight[],
  isWanted: (row: InsightRow) => boolean,
  few: number,
): readonly ScoredInsight[] {
  let left = few;
  return found.filter(({ row }) => {
    if (isWanted(row)) return true;
    left -= 1;
    return left >= 0;
  });
}
