import type { Config } from "../../base/config/settings.js";
import { WhetstoneError } from "../../base/errors.js";
import { feedbackOf, strategyOf } from "../../lessons/strategy/fold/strategies.js";
import type { MaturityState } from "../../lessons/strategy/rules/maturity.js";
import type { EventOf } from "../../log/events/catalog.js";
import { refuseValue } from "../../runs/outcomes/expect.js";
import { momentMs, newest } from "../../runs/outcomes/moment.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import {
  createPatternMaturity,
  deprecatePattern,
  type MaturityFeedback,
  type PatternMaturity,
  promotePattern,
  resetPattern,
} from "../rules/maturity.js";
import { configInForce, type ReadableProject } from "./project.js";
import { readEvents } from "./read-events.js";

/** Where the maturity of strategies is kept. */
export interface MaturityStorage {
  store(maturity: PatternMaturity): Promise<void>;
  get(patternId: string): Promise<PatternMaturity | null>;
  getAll(): Promise<PatternMaturity[]>;
  getByState(state: MaturityState): Promise<PatternMaturity[]>;
  storeFeedback(feedback: MaturityFeedback): Promise<void>;
  getFeedback(patternId: string): Promise<MaturityFeedback[]>;
}

/**
 * The project's log as maturity storage; a pattern is a strategy, by its lesson id. A state follows from
 * evidence, so what `store` writes is the decision behind a record and never the state itself: a newer
 * `reset_at` resets, proven promotes, deprecated deprecates, each with the record's reason and under the
 * verbs' own rules, such as that only a person promotes. A record that says what the evidence says writes
 * nothing, and one that neither evidence nor a decision can bring about is refused, as is one of a strategy that
 * no outcome used. Each read goes through
 * the whole log.
 *
 * Feedback is what outcomes imply of the strategies they used. `storeFeedback` therefore compares: what an
 * outcome gave is there already, and anything else is refused. It does not go to the `feedback` verb, which
 * takes a judgement of a criterion: five calls of an agent would make its own strategy proven, and only
 * outcomes or a person may do that.
 */
export function maturityStorage(ws: Whetstone): MaturityStorage {
  const historyOf = async (id: string) => (await readMaturity(ws)).get(id.replace(/^anti-/, ""));
  const all = async () => [...(await readMaturity(ws)).values()].map(({ maturity }) => maturity);
  return {
    store: async (maturity) => decide(ws, maturity, (await historyOf(maturity.pattern_id))?.maturity),
    get: async (patternId) => (await historyOf(patternId))?.maturity ?? null,
    getAll: all,
    getByState: async (state) => (await all()).filter((maturity) => maturity.state === state),
    storeFeedback: async (feedback) => expectKnown(feedback, await historyOf(feedback.pattern_id)),
    getFeedback: async (patternId) => [...((await historyOf(patternId))?.feedback ?? [])],
  };
}

async function decide(
  ws: Whetstone,
  wanted: PatternMaturity,
  known: PatternMaturity | undefined,
): Promise<void> {
  if (known === undefined) throw unusedStrategy(wanted);
  const decision = { lesson: wanted.pattern_id, reason: wanted.reason ?? `stored as ${wanted.state}` };
  const reset = isNewer(wanted.reset_at, known.reset_at);
  const state = reset ? (await ws.lessons.reset(decision)).state : known.state;
  if (state === wanted.state) return;
  if (wanted.state === "proven") await ws.lessons.promote(decision);
  else if (wanted.state === "deprecated")
    await ws.lessons.retire({ lessons: [decision.lesson], reason: decision.reason });
  else refuseValue("state", wanted.state, `${state}, as the evidence says, or a newer reset_at`);
}

/** A record of it would not be there when it is read again. */
function unusedStrategy({ pattern_id }: PatternMaturity): WhetstoneError {
  return new WhetstoneError("not_found", `no outcome on record used '${pattern_id}': nothing was stored`, {
    field: "pattern_id",
    next: "record an outcome with its strategy: the maturity follows from it, under the strategy's id",
    values: { pattern_id },
  });
}

function isNewer(time: string | undefined, known: string | undefined): boolean {
  if (time === undefined) return false;
  return known === undefined || momentMs("reset_at", time) > momentMs("reset_at", known);
}

function expectKnown(given: MaturityFeedback, history: StrategyHistory | undefined): void {
  const { pattern_id, type, timestamp, weight } = given;
  const ms = momentMs("timestamp", timestamp);
  const isGiven = (each: MaturityFeedback) =>
    each.type === type && each.weight === weight && momentMs("timestamp", each.timestamp) === ms;
  if (history?.feedback.some(isGiven) === true) return;
  const named = `${type} at ${timestamp} with weight ${weight}`;
  const message = `no outcome on record gave ${pattern_id} the feedback ${named}`;
  throw new WhetstoneError("invalid_input", message, {
    field: "feedback",
    next: "record the outcome with its strategy; a person can also promote or deprecate the lesson",
    values: { pattern_id, type, timestamp, weight },
  });
}

interface StrategyHistory {
  readonly maturity: PatternMaturity;
  /** Since the last reset, oldest first. */
  readonly feedback: readonly MaturityFeedback[];
}

const types = [
  "strategy-observed",
  "lesson-promoted",
  "lesson-deprecated",
  "strategy-restored",
  "lesson-reset",
  "lesson-forgotten",
] as const;
type MaturityEvent = EventOf<(typeof types)[number]>;

/**
 * Where every strategy stands, with the feedback it rests on, by lesson id. The state is the one that plans
 * use; counts and times are read from the log. What was forgotten is not in it.
 */
async function readMaturity(project: ReadableProject): Promise<ReadonlyMap<string, StrategyHistory>> {
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
  return { maturity: decided(maturity, event), feedback };
}

/** The record after what a person decided or evidence brought about; its state is read from the lesson. */
function decided(
  maturity: PatternMaturity,
  event: EventOf<"lesson-deprecated" | "strategy-restored" | "lesson-promoted">,
): PatternMaturity {
  if (event.type === "lesson-promoted") return promotePattern(maturity, event.at);
  const { reason: _reason, deprecated_at: _at, ...others } = maturity;
  if (event.type === "strategy-restored")
    return event.data.from === "deprecated" ? { ...others, state: "candidate" } : maturity;
  return event.data.by === "person"
    ? deprecatePattern(maturity, event.data.reason, event.at)
    : { ...others, state: "deprecated", deprecated_at: event.at };
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
