import { quoteAsData } from "../../engines/unconfirmed/quote-as-data.js";
import {
  extractPatternsFromDescription,
  knownStrategies,
} from "../../lessons/strategy/rules/extract-patterns.js";
import type { StrategyRow } from "../../lessons/strategy/strategies.js";
import { strategyId } from "../lessons/lesson-id.js";
import type { CreditedStrategy } from "../outcomes/record-outcome.js";

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

/** Its words are those of a known strategy, or a person stands behind them. */
export function isConfirmedStrategy({ text, confirmed }: Pick<StrategyRow, "text" | "confirmed">): boolean {
  return confirmed || knownStrategies.some((label) => label === text);
}

/** A strategy in a line of a prompt or a report: words of its own are data, a known name is not. */
export function strategyName(text: string): string {
  return isConfirmedStrategy({ text, confirmed: false }) ? text : quoteAsData(text);
}
