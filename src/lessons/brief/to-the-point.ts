import { topicsOf } from "../../reading/language/topics.js";
import { aboutQuery } from "../../search/order/about-prompt.js";
import type { InsightRow } from "../insight/fold/insights.js";
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

/**
 * Of insights, best first, those that a brief is for: what was learned at its files or labels, what is surely about
 * its task, and a few that are likest to it. The room for them is a limit, never a target. A brief without words for
 * its task is for all of them.
 */
export function toThePoint(
  found: readonly ScoredInsight[],
  { topic, surroundings: { labels, files }, like, similarity }: Query,
): readonly ScoredInsight[] {
  if (similarity === undefined || topicsOf(topic.task).size < topicsOfWork) return found;
  const isAbout = aboutQuery(topic.task);
  let likest = likestShown;
  return found.filter(({ row }) => {
    const { lesson, text, evidence } = row;
    if (sharesPlace(evidence.files, files) || sharesLabel(evidence.labels, labels)) return true;
    if (isAbout({ text, found: like?.of.get(lesson) })) return true;
    if (similarity(row) <= leastLikeness || likest === 0) return false;
    likest -= 1;
    return true;
  });
}
