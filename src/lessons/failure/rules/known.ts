import { bestPair, type ChosenPair, type Pair } from "./pairs.js";

/** What earlier sessions know of a failure. */
export interface KnownFailure {
  readonly sessions: number;
  /** What worked; undefined where nothing did that may be said. */
  readonly chosen: ChosenPair | undefined;
  /** What a person said of it; "" where nobody did. */
  readonly word: string;
}

/** The newest sessions by which a failure is known; older ones are counted only. */
export const sessionsKept = 50;

/** What is known of a failure, independent of who asks. */
export interface KnownSessions {
  /** The newest sessions in which it failed, and how many there were. */
  readonly sessions: readonly string[];
  readonly sessionCount: number;
  readonly pairs: readonly Pair[];
  readonly word: string | null;
}

/**
 * What other sessions than this one know. Undefined when nothing worked in them and no person said a word: a
 * line without either would only repeat what the agent sees. `near` says how alike what failed then and now are.
 */
export function knownFailure(
  { sessions, sessionCount, pairs, word }: KnownSessions,
  session: string | undefined,
  near?: (pair: Pair) => number,
): KnownFailure | undefined {
  const others = pairs
    .map((pair) => ({ ...pair, sessions: pair.sessions.filter((each) => each !== session) }))
    .filter((pair) => pair.sessions.length > 0 && (pair.waits !== true || word !== null));
  const chosen = bestPair(others, near);
  if (chosen === undefined && word === null) return undefined;
  const own = session !== undefined && sessions.includes(session) ? 1 : 0;
  return { chosen, sessions: Math.max(1, sessionCount - own), word: word ?? "" };
}
