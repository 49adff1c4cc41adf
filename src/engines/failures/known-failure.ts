import { quoteAsData } from "../unconfirmed/quote-as-data.js";
import { secondTry } from "./shell-remedy.js";

/** What earlier sessions know of a failure that has just come back. */
export interface KnownFailure {
  readonly sessions: number;
  /** What undid it, and in how many sessions. */
  readonly advice: string;
  readonly undoneIn: number;
}

interface Remedy {
  readonly advice: string;
  readonly tasks: readonly string[];
}

/**
 * What other sessions than this one know. Undefined when none of them found a remedy: a line without one
 * would only say again what the agent sees.
 */
export function knownFailure(
  { tasks, remedies }: { readonly tasks: readonly string[]; readonly remedies: readonly Remedy[] },
  session: string | undefined,
): KnownFailure | undefined {
  const others = (list: readonly string[]) => list.filter((task) => task !== session).length;
  const best = remedies
    .map(({ advice, tasks: seen }) => ({ advice, undoneIn: others(seen) }))
    .filter(({ advice, undoneIn }) => undoneIn >= (advice === secondTry ? 2 : 1))
    .reduce<{ advice: string; undoneIn: number } | undefined>(
      (chosen, each) => (chosen === undefined || each.undoneIn >= chosen.undoneIn ? each : chosen),
      undefined,
    );
  return best === undefined ? undefined : { ...best, sessions: Math.max(1, others(tasks)) };
}

/**
 * What an agent is told with the result of the call that failed. The advice is what an agent did then, so it
 * is quoted as data.
 */
export function toldAtFailure({ sessions, advice, undoneIn }: KnownFailure): string {
  const where = sessions === 1 ? "in an earlier session" : `in ${sessions} earlier sessions`;
  const worked = undoneIn === 1 ? "What worked once" : `What worked in ${undoneIn} of them`;
  return `This failed in the same way ${where}. ${worked}: ${quoteAsData(advice)}`;
}
