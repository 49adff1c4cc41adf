import type { Config } from "../config/settings.js";
import { newest } from "../engines/outcomes/moment.js";
import { type FeedbackType, scoreImplicitFeedback } from "../engines/outcomes/score-implicit-feedback.js";
import type { MaturityFeedback } from "../engines/strategies/maturity.js";
import {
  createPatternMaturity,
  deprecatePattern,
  type PatternMaturity,
  promotePattern,
  resetPattern,
} from "../engines/strategies/pattern-maturity.js";
import type { EventOf } from "../events/catalog.js";
import { strategyOf } from "../projections/strategies.js";
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
 * Where every strategy stands, with the feedback it rests on, by lesson id. The state is the one that plans use; counts and
 * times are read from the log. What was forgotten is not in it.
 */
export async function readMaturity(project: ReadableProject): Promise<ReadonlyMap<string, StrategyHistory>> {
  const { outcomes } = await configInForce(project);
  const histories = new Map<string, StrategyHistory>();
  for await (const event of readEvents(project.export(), types)) {
    const after = evolve(histories.get(event.data.lesson), event, outcomes);
    if (after === undefined) histories.delete(event.data.lesson);
    else histories.set(event.data.lesson, after);
  }
  for (const { id, state } of (await project.lessons.list()).lessons) {
    const history = histories.get(strategyOf(id));
    if (history !== undefined) histories.set(strategyOf(id), { ...history, maturity: { ...history.maturity, state } });
  }
  return histories;
}

function evolve(
  before: StrategyHistory | undefined,
  event: MaturityEvent,
  settings: Config["outcomes"],
): StrategyHistory | undefined {
  const { maturity, feedback } = before ?? { maturity: createPatternMaturity(event.data.lesson), feedback: [] };
  switch (event.type) {
    case "strategy-observed":
      return withFeedback(maturity, feedback, feedbackOf(event, settings));
    case "lesson-promoted":
      return before && { maturity: promotePattern({ ...maturity, state: "candidate" }, event.at), feedback };
    case "lesson-deprecated":
      return before && { maturity: deprecatePattern(maturity, event.data.reason, event.at), feedback };
    case "lesson-reset":
      return before && { maturity: resetPattern(maturity, event.at), feedback: [] };
    case "lesson-forgotten":
      return undefined;
  }
}

function withFeedback(
  maturity: PatternMaturity,
  feedback: readonly MaturityFeedback[],
  one: MaturityFeedback,
): StrategyHistory {
  const known = maturity.last_validated === null ? [] : [maturity.last_validated];
  return {
    maturity: {
      ...maturity,
      helpful_count: maturity.helpful_count + (one.type === "helpful" ? 1 : 0),
      harmful_count: maturity.harmful_count + (one.type === "harmful" ? 1 : 0),
      last_validated: newest("timestamp", [...known, one.timestamp]),
    },
    feedback: [...feedback, one],
  };
}

function feedbackOf(event: EventOf<"strategy-observed">, settings: Config["outcomes"]): MaturityFeedback {
  return { pattern_id: event.data.lesson, type: typeOf(event, settings), timestamp: event.at, weight: 1 };
}

/** As the read model judges it: an old observation without signals says only whether it succeeded. */
function typeOf(
  { data: { signals, success, outcome }, at }: EventOf<"strategy-observed">,
  settings: Config["outcomes"],
) {
  if (signals === undefined) return success ? "helpful" : ("harmful" satisfies FeedbackType);
  const { durationMs: duration_ms, errorCount: error_count, retryCount: retry_count } = signals;
  const scored = { bead_id: outcome, duration_ms, error_count, retry_count, success, timestamp: at };
  return scoreImplicitFeedback(scored, settings).type;
}
