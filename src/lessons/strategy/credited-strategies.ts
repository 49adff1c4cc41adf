import { sha256Of } from "../../base/text/sha256.js";
import { quoteAsData } from "../unconfirmed/quote-as-data.js";
import type { StrategyRow } from "./fold/strategies.js";
import { extractPatternsFromDescription, knownStrategies } from "./rules/extract-patterns.js";

/** A strategy that an outcome speaks for or against. */
export interface CreditedStrategy {
  readonly lesson: string;
  readonly text: string;
}

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

/**
 * The id of a strategy: a hash of its text, so that the same strategy in another form (case, white space, a
 * last full stop, Unicode) is one lesson, and so that an id never reveals a text that was forgotten.
 */
function strategyId(text: string): string {
  const normal = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[.!…]+$/u, "");
  return `strategy-${sha256Of(normal).slice(0, 12)}`;
}

/** Its words are those of a known strategy, or a person stands behind them. */
export function isConfirmedStrategy({ text, confirmed }: Pick<StrategyRow, "text" | "confirmed">): boolean {
  return confirmed || knownStrategies.some((label) => label === text);
}

/** A strategy in a line of a prompt or a report: words of its own are data, a known name is not. */
export function strategyName(text: string): string {
  return isConfirmedStrategy({ text, confirmed: false }) ? text : quoteAsData(text);
}
