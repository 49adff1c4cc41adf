import { secondTry } from "./shell-remedy.js";

/** What earlier sessions know of a failure. */
export interface KnownFailure {
  readonly sessions: number;
  /** What undid it, and in how many of the sessions that are kept; "" where nothing did. */
  readonly advice: string;
  readonly undoneIn: number;
  /** What a person said of it; "" where nobody did. */
  readonly word: string;
}

/** The newest sessions by which a failure and each of its remedies are known; older ones are counted only. */
export const sessionsKept = 50;

/** What is known of a failure, independent of who asks. */
export interface KnownSessions {
  /** The newest sessions in which it failed, and how many there were. */
  readonly sessions: readonly string[];
  readonly sessionCount: number;
  readonly remedies: readonly { readonly advice: string; readonly sessions: readonly string[] }[];
  readonly word: string | null;
}

/**
 * What other sessions than this one know. Undefined when none of them found a remedy and no person said a
 * word: a line without either would only repeat what the agent sees.
 */
export function knownFailure(
  { sessions, sessionCount, remedies, word }: KnownSessions,
  session: string | undefined,
): KnownFailure | undefined {
  const others = (list: readonly string[]) => list.filter((each) => each !== session).length;
  const best = remedies
    .map(({ advice, sessions: seen }) => ({ advice, undoneIn: others(seen) }))
    .filter(({ advice, undoneIn }) => undoneIn >= (advice === secondTry ? 2 : 1))
    .reduce((chosen, each) => (each.undoneIn >= chosen.undoneIn ? each : chosen), {
      advice: "",
      undoneIn: 0,
    });
  if (best.undoneIn === 0 && word === null) return undefined;
  const own = session !== undefined && sessions.includes(session) ? 1 : 0;
  return { ...best, sessions: Math.max(1, sessionCount - own), word: word ?? "" };
}
