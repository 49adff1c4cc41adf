import { WhetstoneError } from "../../base/errors.js";
import type { StrategyLesson } from "../../lessons/lesson-output.js";
import { creditedStrategies } from "../../lessons/strategy/credited-strategies.js";
import { warningOf } from "../../lessons/strategy/rules/anti-pattern.js";
import { expectCount, expectNumber, refuseValue } from "../../runs/outcomes/expect.js";
import { momentIso } from "../../runs/outcomes/moment.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import { invertToAntiPattern } from "../rules/anti-patterns.js";
import { configInForce, type ProjectSource, projectHandle, unmeasuredDuration } from "./project.js";
import { readEvents } from "./read-events.js";

/** A way to split work as semantic memory takes it in. */
export interface PatternRecord {
  readonly id?: string | undefined;
  readonly content: string;
  readonly kind: "pattern" | "anti_pattern";
  readonly is_negative: boolean;
  readonly metadata?: PatternMetadata | undefined;
}

/** Where it was used and how that ended; anything else is the caller's own. */
export interface PatternMetadata {
  readonly bead_id?: string | undefined;
  readonly success?: boolean | undefined;
  /** ISO 8601 with its zone. */
  readonly timestamp?: string | undefined;
  readonly [detail: string]: unknown;
}

/** A way to split work as semantic memory gives it back, with its track record. */
export interface PatternMatch extends PatternRecord {
  readonly id: string;
  readonly success_count: number;
  readonly failure_count: number;
  /**
   * How alike query and strategy are, 0 to 1: the cosine of their vectors, or the share of words where no
   * model answers.
   */
  readonly score: number;
  /** What the score compares. */
  readonly compared_by: "meaning" | "words";
}

export interface QueryOptions {
  /** The most answers; all that are at least a little alike, if left out. */
  readonly limit?: number | undefined;
  /** The least score, 0 to 1. */
  readonly threshold?: number | undefined;
}

export interface MemoryHealth {
  /** Whether a probe that was written was found again; it is gone afterwards. */
  readonly healthy: boolean;
  readonly count: number;
  /** The folder of the vectors, or the word memory. */
  readonly location: string;
  /** What queries compare: meanings, and by which model, or only words. */
  readonly by: "words and meaning" | "words";
  readonly model: string | null;
  /** What is wrong, when something is; also why words answer, where a model was chosen. */
  readonly problem?: string;
}

/** What was learned of ways to split work, found by a text that is like it. */
export interface SemanticMemoryStore {
  store(pattern: PatternRecord): Promise<void>;
  query(text: string, options?: QueryOptions): Promise<PatternMatch[]>;
  health(): Promise<MemoryHealth>;
}

/**
 * The strategies of the project as semantic memory, compared by the cosine of their vectors, or by words
 * where there is no model. Closing closes what was opened here.
 */
export async function getSemanticMemoryStore(
  source: ProjectSource = {},
): Promise<SemanticMemoryStore & { close(): Promise<void> }> {
  const handle = projectHandle(source);
  const ws = await handle.get();
  // Fails here, and not at the first query, when this is not a store.
  await ws.status();
  return {
    store: (pattern) => storePattern(ws, pattern),
    query: (text, options) => query(ws, text, options),
    health: () => health(ws),
    close: () => handle.close(),
  };
}

async function query(
  ws: Whetstone,
  text: string,
  { limit = Number.MAX_SAFE_INTEGER, threshold = 0 }: QueryOptions = {},
): Promise<PatternMatch[]> {
  expectCount("limit", limit);
  expectNumber("threshold", threshold, 0, 1);
  const { antiPatterns } = await configInForce(ws);
  const { lessons, model } = await ws.index.nearest({ text, kinds: ["strategy"], limit, threshold });
  const comparedBy = model === null ? "words" : "meaning";
  const patterns = new Map(
    (await patternsIn(ws)).map((pattern) => [pattern.id.replace(/^anti-/, ""), pattern]),
  );
  return lessons.flatMap(({ lesson, similarity }) => {
    const pattern = patterns.get(lesson);
    return pattern === undefined
      ? []
      : [{ ...matchOf(pattern, antiPatterns), score: similarity, compared_by: comparedBy }];
  });
}

/** The swarm's memory holds ways to split work; what roles notice is not among them. */
async function patternsIn(ws: Whetstone): Promise<readonly StrategyLesson[]> {
  return (await ws.lessons.list()).lessons.filter(
    (lesson): lesson is StrategyLesson => lesson.kind === "strategy" || lesson.kind === "anti_pattern",
  );
}

function matchOf(
  lesson: StrategyLesson,
  settings: Parameters<typeof invertToAntiPattern>[2],
): Omit<PatternMatch, "score" | "compared_by"> {
  const pattern = {
    id: lesson.id.replace(/^anti-/, ""),
    content: lesson.text,
    kind: "pattern" as const,
    is_negative: false,
    success_count: lesson.successes,
    failure_count: lesson.failures,
  };
  const shown = lesson.kind === "anti_pattern" ? invertToAntiPattern(pattern, undefined, settings) : pattern;
  return { ...shown, metadata: { state: lesson.state, timestamp: lesson.lastSeenAt } };
}

async function health(ws: Whetstone): Promise<MemoryHealth> {
  try {
    const { healthy, location, by, model, problem } = await ws.index.health();
    const count = (await patternsIn(ws)).length;
    const found = { healthy, count, location: location ?? "memory", by, model };
    return problem === undefined ? found : { ...found, problem };
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    return { healthy: false, count: 0, location: "", by: "words", model: null, problem: error.message };
  }
}

/**
 * Remembers a strategy by the outcome that used it, which its metadata tells: without one there is nothing to
 * learn from. What the task's own completion has remembered already is not counted twice. An anti-pattern
 * follows from failures: one that the log bears out is there, and another is refused.
 */
async function storePattern(ws: Whetstone, pattern: PatternRecord): Promise<void> {
  if (pattern.is_negative || pattern.kind === "anti_pattern") return expectInverted(ws, pattern);
  const { bead_id: task, success, timestamp } = pattern.metadata ?? {};
  if (typeof success !== "boolean")
    refuseValue("metadata.success", success, "true or false: how the work ended");
  if (task !== undefined && (await isCredited(ws, pattern.content, task))) return;
  await ws.record({
    taskId: task,
    strategy: pattern.content,
    result: success ? "success" : "failure",
    ...(await unmeasuredDuration(ws)),
    errorCount: task === undefined ? 0 : (await ws.errors.stats({ taskId: task })).total,
    retryCount: 0,
    at: timestamp === undefined ? undefined : momentIso("metadata.timestamp", timestamp),
  });
}

async function isCredited(ws: Whetstone, content: string, task: string): Promise<boolean> {
  const lessons = creditedStrategies(content, []).map((each) => each.lesson);
  for await (const event of readEvents(ws.export(), ["strategy-observed"])) {
    if (event.task === task && lessons.includes(event.data.lesson)) return true;
  }
  return false;
}

/** The counts in its text may be older than those of now, so only what it warns of is compared. */
async function expectInverted(ws: Whetstone, { content }: PatternRecord): Promise<void> {
  const { antiPatterns } = await configInForce(ws);
  const { lessons } = await ws.lessons.list();
  const warnings = lessons
    .filter((lesson) => lesson.kind === "anti_pattern")
    .map(({ text }) => warningOf(text, antiPatterns));
  if (warnings.some((warning) => content.startsWith(warning))) return;
  refuseValue(
    "content",
    content,
    "a warning that recorded failures bear out: record the outcomes of the strategy",
  );
}
