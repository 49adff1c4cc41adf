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

function namedIn(words: string): readonly CreditedStrategy[] {
  const known = extractPatternsFromDescription(words);
  return (known.length === 0 ? [words] : known).map(credit);
}

function credit(text: string): CreditedStrategy {
  return { lesson: strategyId(text), text };
}
