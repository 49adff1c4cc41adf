import { scoreImplicitFeedback } from "../engines/outcomes/score-implicit-feedback.js";
import { WhetstoneError } from "../errors.js";
import type { EventOf, WhetstoneEvent } from "../events/catalog.js";
import { type StrategyRow, strategies, strategyOf } from "../projections/strategies.js";
import { signalsOf } from "../projections/totals.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";
import { rounded } from "./rounded.js";

export interface ExplainResult {
  readonly id: string;
  readonly kind: "outcome" | "strategy" | "anti_pattern" | "event";
  /** The answer in plain words, one sentence each. */
  readonly answer: readonly string[];
  readonly numbers: Readonly<Record<string, number>>;
  /** The rule that made them. */
  readonly rule: string;
  readonly events: readonly ExplainedEvent[];
}

export interface ExplainedEvent {
  readonly seq: number;
  readonly id: string;
  readonly type: string;
  readonly at: string;
}

/** Why something is as it is: the numbers, the rule, and the events behind them. */
export async function explain(context: Context, id: string): Promise<ExplainResult> {
  return context.ledger.read(async (reader) => {
    const row = await reader.row(strategies, strategyOf(id));
    if (row !== undefined) return explainStrategy(context, reader, row);
    const event = await reader.eventById(id);
    if (event?.type === "outcome-recorded") return explainOutcome(context, reader, event);
    if (event !== undefined) return explainEvent(event);
    throw new WhetstoneError("not_found", `there is no lesson or event '${id}'`, {
      field: "id",
      next: "'whetstone lessons list' shows the lessons; 'whetstone record' prints the id of an outcome",
      values: { id },
    });
  });
}

async function explainStrategy(context: Context, reader: LedgerReader, row: StrategyRow): Promise<ExplainResult> {
  const { minObservations, failureRatio } = context.ledger.config.antiPatterns;
  const total = row.successes + row.failures;
  const ratio = row.failures / total;
  const inverted = row.invertedBy !== null;
  const needed = `at least ${minObservations} tries and a failure share of at least ${failureRatio}`;
  const events: ExplainedEvent[] = [];
  for (const seq of row.evidence) {
    const [event] = await reader.eventsAfter(seq - 1, 1);
    if (event !== undefined) events.push(brief(event));
  }
  return {
    id: inverted ? `anti-${row.lesson}` : row.lesson,
    kind: inverted ? "anti_pattern" : "strategy",
    answer: [
      `"${row.text}" was tried ${count(total, "time")}: it worked ${count(row.successes, "time")} and failed ${count(row.failures, "time")}.`,
      inverted
        ? `It became an anti-pattern with event ${row.invertedBy}: the rule asks for ${needed}. That happens once; the counts in its text go on.`
        : `It is not an anti-pattern: the rule asks for ${needed}; it was tried ${count(total, "time")}, with a share of ${rounded(ratio)}.`,
      `It was shown in ${count(row.exposures, "prompt")}.`,
    ],
    numbers: {
      successes: row.successes,
      failures: row.failures,
      failureRatio: rounded(ratio),
      exposures: row.exposures,
    },
    rule: `anti-pattern when total >= ${minObservations} and failures / total >= ${failureRatio}`,
    events,
  };
}

async function explainOutcome(
  context: Context,
  reader: LedgerReader,
  event: EventOf<"outcome-recorded">,
): Promise<ExplainResult> {
  const settings = context.ledger.config.outcomes;
  const { raw_value, type, parts, reasoning } = scoreImplicitFeedback(signalsOf(event), settings);
  const following = await reader.eventsAfter(event.seq, 2);
  const caused = following.filter((each) => "outcome" in each.data && each.data.outcome === event.id);
  const credited = caused.find((each) => each.type === "strategy-observed");
  return {
    id: event.id,
    kind: "outcome",
    answer: [
      `The run ${reasoning}.`,
      credited?.type === "strategy-observed"
        ? `It was credited to strategy ${credited.data.lesson} as a ${credited.data.success ? "success" : "failure"}.`
        : noCredit(event),
      ...(caused.some((each) => each.type === "strategy-inverted")
        ? ["It turned that strategy into an anti-pattern."]
        : []),
    ],
    numbers: { rawScore: rounded(raw_value), ...parts },
    rule:
      `${settings.successWeight}·success + ${settings.durationWeight}·duration + ${settings.errorsWeight}·errors + ` +
      `${settings.retriesWeight}·retries; >= ${settings.helpfulAtLeast} helpful, <= ${settings.harmfulAtMost} harmful: ${type}`,
    events: [event, ...caused].map(brief),
  };
}

function noCredit({ data: { strategy, cause } }: EventOf<"outcome-recorded">): string {
  if (strategy === undefined) return "It named no strategy, so no strategy was credited.";
  return `Its strategy was not blamed: a run that ended by ${cause} says nothing about the work.`;
}

function explainEvent(event: WhetstoneEvent): ExplainResult {
  return {
    id: event.id,
    kind: "event",
    answer: [`Event ${event.seq}, ${event.type}, was recorded by ${event.actor} (${event.origin}) at ${event.at}.`],
    numbers: {},
    rule: "events are facts: no rule made them",
    events: [brief(event)],
  };
}

function brief({ seq, id, type, at }: WhetstoneEvent): ExplainedEvent {
  return { seq, id, type, at };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
