import type { StrategyLesson } from "../app/lessons.js";
import { configInForce } from "../app/readable-project.js";
import type { Whetstone } from "../compose/whetstone.js";
import { expectCount, expectNumber } from "../engines/outcomes/expect.js";
import { invertToAntiPattern } from "../engines/strategies/anti-pattern.js";
import { WhetstoneError } from "../errors.js";
import type { PatternMatch, PatternRecord } from "./pattern-record.js";
import { type ProjectSource, projectHandle } from "./project-handle.js";
import { storePattern } from "./store-pattern.js";

export interface QueryOptions {
  /** At most so many; all that are at least a little alike, if left out. */
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
  /** What is wrong, when something is. */
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
  // Fails here, and not at the first query, when this is no store.
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
    (lesson) => lesson.kind !== "insight" && lesson.kind !== "directive",
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
  const told = lesson.kind === "anti_pattern" ? invertToAntiPattern(pattern, undefined, settings) : pattern;
  return { ...told, metadata: { state: lesson.state, timestamp: lesson.lastSeenAt } };
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
