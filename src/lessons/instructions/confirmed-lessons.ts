import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { directives } from "../directive/fold/directives.js";
import { insights } from "../insight/fold/insights.js";
import { stateOfInsight } from "../insight/rules/insight-state.js";
import { stateOfStrategy, strategies } from "../strategy/fold/strategies.js";
import { plainText, publishedText } from "./rules/published-text.js";

/** A lesson as it may stand in a file. */
export interface Confirmed {
  readonly lesson: string;
  /** One line, with what stands behind its text. */
  readonly text: string;
  readonly firstSeenAt: string;
}

/**
 * What a person stands behind: directives in force, and insights and strategies that a
 * person promoted. A state by evidence alone is not enough, since it changes as the evidence ages.
 */
export async function confirmedLessons(
  { ledger, clock }: Context,
  reader: LedgerReader,
): Promise<readonly Confirmed[]> {
  const { config } = ledger;
  const instructed = (await reader.rows(directives)).filter(({ status }) => status === "active");
  const noticed = (await reader.rows(insights)).filter(
    ({ evidence }) => stateOfInsight(evidence, clock(), config.insights) === "active",
  );
  const tried = (await reader.rows(strategies)).filter(
    (row) =>
      row.promoted &&
      row.invertedBy === null &&
      stateOfStrategy(row, clock(), config.strategies) !== "deprecated",
  );
  return [
    ...instructed.map((row) => ({ ...row, text: publishedText(row) })),
    ...noticed.map((row) => ({ ...row, text: plainText(row.text) })),
    ...tried.map((row) => ({ ...row, text: plainText(row.text), firstSeenAt: row.firstSeenAt })),
  ].map(({ lesson, text, firstSeenAt }) => ({ lesson, text, firstSeenAt }));
}
