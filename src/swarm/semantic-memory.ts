import type { StrategyLesson } from "../app/lessons.js";
import { configInForce } from "../app/readable-project.js";
import type { Whetstone } from "../compose.js";
import { expectCount, expectNumber } from "../engines/outcomes/expect.js";
import { invertToAntiPattern } from "../engines/strategies/anti-pattern.js";
import { wordOverlap, wordsOf } from "../engines/strategies/word-overlap.js";
import { WhetstoneError } from "../errors.js";
import type { PatternMatch, PatternRecord } from "./pattern-record.js";
import { type ProjectSource, projectHandle } from "./project-handle.js";
import { storePattern } from "./store-pattern.js";

export interface QueryOptions {
  /** At most so many; all that have something in common with the text, if left out. */
  readonly limit?: number | undefined;
  /** The least score, 0 to 1. */
  readonly threshold?: number | undefined;
}

export interface MemoryHealth {
  readonly healthy: boolean;
  readonly count: number;
  readonly location: string;
  /** What is wrong, when something is. */
  readonly problem?: string;
}

/** What was learned of ways to split work, found by a text that is like it. */
export interface SemanticMemoryStore {
  store(pattern: PatternRecord): Promise<void>;
  query(text: string, options?: QueryOptions): Promise<PatternMatch[]>;
  health(): Promise<MemoryHealth>;
}

/** The strategies of the project as semantic memory, compared by their words. Closing closes what was opened here. */
export async function getSemanticMemoryStore(
  source: ProjectSource = {},
): Promise<SemanticMemoryStore & { close(): Promise<void> }> {
  const handle = projectHandle(source);
  const ws = await handle.get();
  const { store } = await ws.status();
  const location = store.location ?? store.kind;
  return {
    store: (pattern) => storePattern(ws, pattern),
    query: (text, options) => query(ws, text, options),
    health: () => health(ws, location),
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
  const words = wordsOf(text);
  const { antiPatterns } = await configInForce(ws);
  return (await patternsIn(ws))
    .map((lesson) => matchOf(lesson, wordOverlap(words, wordsOf(lesson.text)), antiPatterns))
    .filter(({ score }) => score > 0 && score >= threshold)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

/** The swarm's memory holds ways to split work; what roles notice is not among them. */
async function patternsIn(ws: Whetstone): Promise<readonly StrategyLesson[]> {
  return (await ws.lessons.list()).lessons.filter((lesson) => lesson.kind !== "insight" && lesson.kind !== "directive");
}

function matchOf(
  lesson: StrategyLesson,
  score: number,
  settings: Parameters<typeof invertToAntiPattern>[2],
): PatternMatch {
  const pattern = {
    id: lesson.id.replace(/^anti-/, ""),
    content: lesson.text,
    kind: "pattern" as const,
    is_negative: false,
    success_count: lesson.successes,
    failure_count: lesson.failures,
  };
  const told = lesson.kind === "anti_pattern" ? invertToAntiPattern(pattern, undefined, settings) : pattern;
  return { ...told, metadata: { state: lesson.state, timestamp: lesson.lastSeenAt }, score };
}

/** Healthy means that a stored text is found again; nothing is written to find out. An empty store only has to open. */
async function health(ws: Whetstone, location: string): Promise<MemoryHealth> {
  try {
    const lessons = await patternsIn(ws);
    const [probe] = lessons;
    const found = probe === undefined || (await query(ws, probe.text)).some(({ id }) => id === probe.id);
    const problem = { problem: `'${probe?.text}' is stored and is not found` };
    return { healthy: found, count: lessons.length, location, ...(found ? {} : problem) };
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    return { healthy: false, count: 0, location, problem: error.message };
  }
}
