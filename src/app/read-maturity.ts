import type { Config } from "../config/settings.js";
import { newest } from "../engines/outcomes/moment.js";
import type { MaturityFeedback } from "../engines/strategies/maturity.js";
import {
  createPatternMaturity,
  deprecatePattern,
  type PatternMaturity,
  promotePattern,
  resetPattern,
} from "../engines/strategies/pattern-maturity.js";
import type { EventOf } from "../events/catalog.js";
import { feedbackOf, strategyOf } from "../projections/strategies.js";
import { readEvents } from "./read-events.js";
import { configInForce, type ReadableProject } from "./readable-project.js";

export interface StrategyHistory {
  readonly maturity: PatternMaturity;
  /** Since the last reset, oldest first. */
  readonly feedback: readonly MaturityFeedback[];
}

const types = [
  "strategy-observed",
  "lesson-promoted",
  "lesson-deprecated",
  "lesson-reset",
  "lesson-forgotten",
] as const;
type MaturityEvent = EventOf<(typeof types)[number]>;

/**
 * Where every strategy stands, with the feedback it rests on, by lesson id. The state is the one that plans
 * use; counts and times are read from the log. What was forgotten is not in it.
 */
export async function readMaturity(project: ReadableProject): Promise<ReadonlyMap<string, StrategyHistory>> {
  const { outcomes } = await configInForce(project);
  const histories = new Map<string, OpenHistory>();
  for await (const event of readEvents(project.export(), types)) {
    const after = evolve(histories.get(event.data.lesson), event, outcomes);
    if (after === undefined) histories.delete(event.data.lesson);
    else histories.set(event.data.lesson, after);
  }
  for (const lesson of (await project.lessons.list()).lessons) {
    if (lesson.kind !== "strategy" && lesson.kind !== "anti_pattern") continue;
    const { id, state } = lesson;
    const history = histories.get(strategyOf(id));
    if (history !== undefined)
      histories.set(strategyOf(id), { ...history, maturity: { ...history.maturity, state } });
  }
  return histories;
}

/** What is being put together while the log is read; its list of feedback grows in place. */
interface OpenHistory {
  readonly maturity: PatternMaturity;
  readonly feedback: MaturityFeedback[];
}

function evolve(
  before: OpenHistory | undefined,
  event: MaturityEvent,
  settings: Config["outcomes"],
): OpenHistory | undefined {
  if (event.type === "strategy-observed") {
    const { maturity, feedback } = before ?? {
      maturity: createPatternMaturity(event.data.lesson),
      feedback: [],
    };
    const about = { pattern_id: event.data.lesson, timestamp: event.at, weight: 1 };
    const one: MaturityFeedback = { ...about, type: feedbackOf(event, settings) };
    feedback.push(one);
    return { maturity: withFeedback(maturity, one), feedback };
  }
  if (before === undefined || event.type === "lesson-forgotten") return undefined;
  const { maturity, feedback } = before;
  if (event.type === "lesson-reset") return { maturity: resetPattern(maturity, event.at), feedback: [] };
  return event.type === "lesson-deprecated"
    ? { maturity: deprecatePattern(maturity, event.data.reason, event.at), feedback }
    : { maturity: promotePattern(maturity, event.at), feedback };
}

function withFeedback(maturity: PatternMaturity, { type, timestamp }: MaturityFeedback): PatternMaturity {
  const known = maturity.last_validated === null ? [] : [maturity.last_validated];
  return {
    ...maturity,
    helpful_count: maturity.helpful_count + (type === "helpful" ? 1 : 0),
    harmful_count: maturity.harmful_count + (type === "harmful" ? 1 : 0),
    last_validated: newest("timestamp", [...known, timestamp]),
  };
}
