import { extractPatternsFromDescription } from "../engines/strategies/extract-patterns.js";
import { strategyId } from "./lesson-id.js";
import type { CreditedStrategy } from "./record-outcome.js";

/**
 * The strategies an outcome is credited to: those that its own words name, or the words themselves; without
 * any, those of its task's plan.
 */
export function creditedStrategies(
  words: string | undefined,
  planned: readonly string[],
): readonly CreditedStrategy[] {
  return words === undefined ? planned.map(credit) : namedIn(words);
}

/** What words name never changes, and the same few strategies come again and again. */
const remembered = new Map<string, readonly CreditedStrategy[]>();
const mostRemembered = 1_000;

function namedIn(words: string): readonly CreditedStrategy[] {
  const before = remembered.get(words);
  if (before !== undefined) return before;
  const known = extractPatternsFromDescription(words);
  const credited = (known.length === 0 ? [words] : known).map(credit);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(words, credited);
  return credited;
}

function credit(text: string): CreditedStrategy {
  return { lesson: strategyId(text), text };
}
