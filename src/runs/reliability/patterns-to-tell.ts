import type { Config } from "../../base/config/settings.js";
import { counted } from "../../base/text/counted.js";
import { nameOrQuote } from "../../lessons/unconfirmed/quote-as-data.js";
import type { Moment } from "../outcomes/moment.js";
import { unattributed } from "./attribution.js";
import { needsFix } from "./constraint-suggestions.js";
import { type FailurePattern, mostFrequent } from "./failure-pattern.js";
import { fixSuggestionFor } from "./fix-suggestion.js";
import type { ReliabilityTally } from "./reliability.js";

/** An adapter with its failures since the last review. */
export interface FailingAdapter {
  readonly adapter: string;
  readonly tally: Pick<ReliabilityTally, "streak">;
  readonly patterns: readonly FailurePattern[];
}

/** Work that is about to begin: its words, and the tools for it. */
export interface WorkAhead {
  readonly text: string;
  readonly tools: readonly string[];
}

/** Once may be chance. */
const repeats = 2;

/** What keeps failing in the adapters that the work names or has tools of, the most frequent first. */
export function patternsForWork(
  adapters: readonly FailingAdapter[],
  work: WorkAhead,
  now: Moment,
  settings: Config["policy"],
): readonly FailurePattern[] {
  const named = adapters.filter(({ adapter }) => isAhead(adapter, work));
  return standing(named, now, { ...settings, approvalOccurrences: repeats });
}

/** What fails so often that everybody should know, the most frequent first. */
export function frequentPatterns(
  adapters: readonly FailingAdapter[],
  now: Moment,
  settings: Config["policy"],
): readonly FailurePattern[] {
  return standing(adapters, now, settings);
}

function standing(
  adapters: readonly FailingAdapter[],
  now: Moment,
  settings: Config["policy"],
): readonly FailurePattern[] {
  const known = adapters.filter(({ adapter }) => adapter !== unattributed);
  return mostFrequent(
    known.flatMap(({ tally, patterns }) => patterns.filter((each) => needsFix(each, tally, now, settings))),
  );
}

/**
 * One line: what fails, how often, and what usually helps. Callers chose the names, so one that could be a
 * sentence is quoted.
 */
export function patternLine({ adapterId, failureType, occurrences, lastSeenAt }: FailurePattern): string {
  const [adapter, type] = [nameOrQuote(adapterId), nameOrQuote(failureType)];
  const often = `${counted(occurrences, "time")}, last on ${lastSeenAt.slice(0, 10)}`;
  return `${adapter} failed by ${type} (${often}). ${fixSuggestionFor(adapter, type)}`;
}

/** What a search for a pattern compares: no numbers, so that another occurrence changes nothing. */
export function patternWords({ adapterId, failureType, fixSuggestion }: FailurePattern): string {
  return `${adapterId} failure ${failureType.replaceAll("_", " ")}. ${fixSuggestion}`;
}

function isAhead(adapter: string, { text, tools }: WorkAhead): boolean {
  const name = spaced(adapter);
  return spaced(text).includes(name) || tools.some((tool) => isToolOf(tool, adapter));
}

/** `mcp__github__create_issue` and `mcp__github__*` are tools of github, and so is `github` itself. */
function isToolOf(tool: string, adapter: string): boolean {
  const lower = tool.toLowerCase();
  return lower === adapter || lower === `mcp__${adapter}` || lower.startsWith(`mcp__${adapter}__`);
}

/** The words of a text between single spaces, so that a name is found as whole words only. */
function spaced(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(" ")} `;
}
