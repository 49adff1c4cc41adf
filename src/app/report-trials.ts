import * as z from "zod/mini";
import { calledBy, together } from "../engines/evidence/e-test.js";
import { type Arm, intervalTogether } from "../engines/evidence/interval.js";
import { calledTogether } from "../engines/evidence/verdict.js";
import { allLessons, type TrialRow, trials } from "../projections/trials.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";
import { field } from "./field.js";
import { measured, measuredOutput, vouchedAmong } from "./measured-lesson.js";
import { rounded } from "./rounded.js";

const lessonLine = z.strictObject({
  lesson: z.string(),
  ...measuredOutput.shape,
  inList: field(
    "Whether its effect may be called in a list: of those so called at most one in ten is wrong.",
    z.boolean(),
  ),
});

/** What sessions with and without the lessons say: of all lessons from failures together, then of each. */
export const trialReportOutput = z.strictObject({
  shown: measuredOutput.shape.shown,
  heldOut: measuredOutput.shape.heldOut,
  evidence: measuredOutput.shape.evidence,
  verdict: z.enum(["helps", "harms", "not known yet"]),
  low: field(
    "The failure rate when shown less that when held out, if all lessons make the same difference: the lower " +
      "end of its interval.",
    z.number(),
  ),
  high: measuredOutput.shape.high,
  lessons: z.readonly(z.array(lessonLine)),
});

export type TrialReport = z.output<typeof trialReportOutput>;

export async function trialReport({ ledger }: Context, reader: LedgerReader): Promise<TrialReport> {
  const all = await reader.rows(trials);
  const rows = all.filter(({ lesson, test }) => lesson !== allLessons && test.sessions > 0);
  const evidence = together(rows.map(({ test }) => test));
  const vouched = await vouchedAmong(reader, rows);
  const lines = rows.flatMap((row) => {
    const found = measured(row, ledger.config, vouched.has(row.lesson));
    return found === undefined ? [] : [{ lesson: row.lesson, ...found }];
  });
  const called = calledTogether(lines.map((line) => line.evidence));
  return {
    shown: armOf(rows, ({ bets }) => bets.shown),
    heldOut: armOf(rows, ({ bets }) => bets.heldOut),
    evidence: rounded(evidence.total),
    verdict: calledBy(evidence) ?? "not known yet",
    ...intervalTogether(rows.map(({ bets }) => bets)),
    lessons: lines
      .map((line, at) => ({ ...line, inList: called.has(at) }))
      .sort((one, other) => other.evidence - one.evidence),
  };
}

function armOf(rows: readonly TrialRow[], of: (row: TrialRow) => Arm): TrialReport["shown"] {
  const sum = (part: keyof Arm) => rows.reduce((total, row) => total + of(row)[part], 0);
  return { sessions: sum("sessions"), repeated: sum("failures") };
}
