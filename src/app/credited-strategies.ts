import { extractPatternsFromDescription } from "../engines/strategies/extract-patterns.js";
import { strategyId } from "./lesson-id.js";
import type { CreditedStrategy } from "./record-outcome.js";

/**
 * The strategies an outcome is credited to: those that its own words name, or the words themselves; without any, those of
 * its task's plan.
 */
export function creditedStrategies(words: string | undefined, planned: readonly string[]): readonly CreditedStrategy[] {
  const texts = words === undefined ? planned : namedIn(words);
  return texts.map((text) => ({ lesson: strategyId(text), text }));
}

function namedIn(words: string): readonly string[] {
  const known = extractPatternsFromDescription(words);
  return known.length === 0 ? [words] : known;
}
