import * as z from "zod/mini";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import type { Context } from "../../verbs/call/context.js";
import { field } from "../../verbs/call/field.js";
import { type FailureRow, failures } from "../failure/fold/failures.js";
import type { FailureKind } from "../failure/rules/state.js";
import { failureText } from "../failure/rules/text.js";
import { allLessons, isProjectTried, type TrialRow, trials } from "./fold/trials.js";
import { measured, measuredOutput } from "./measured-lesson.js";
import { byClass, judgeTogether } from "./rules/classes.js";
import type { Arm } from "./rules/interval.js";
import { shrunkDifferences } from "./rules/shrink.js";
import { calledTogether } from "./rules/verdict.js";

/** What lessons of one class have in common, in words for a person. */
const classNames: Readonly<Record<FailureKind, string>> = {
  call: "calls",
  "host-tool": "the agent's own tools of files",
  refused: "what a person refused",
  empty: "what printed nothing",
};

const lessonLine = z.strictObject({
  lesson: z.string(),
  text: field("What the lesson says.", z.string()),
  class: field("The class that it is judged with.", z.string()),
  ...measuredOutput.shape,
  estimate: field(
    "The difference to show beside those of other lessons: drawn toward that of its class, the more the " +
      "fewer sessions there are. No verdict goes by it.",
    z.number(),
  ),
  inList: field(
    "Whether its effect may be called in a list: of those so called at most one in ten is wrong.",
    z.boolean(),
  ),
});

const together = {
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
};

/** What sessions with and without the lessons say: of all lessons from failures together, then of each. */
export const trialReportOutput = z.strictObject({
  ...together,
  classes: field(
    "The same for lessons of one class, the class with most lessons first: where one class helps and another " +
      "harms, all together say little.",
    z.readonly(z.array(z.strictObject({ class: z.string(), lessons: z.int(), ...together }))),
  ),
  lessons: z.readonly(z.array(lessonLine)),
});

export type TrialReport = z.output<typeof trialReportOutput>;

export async function trialReport({ ledger }: Context, reader: LedgerReader): Promise<TrialReport> {
  const all = await reader.rows(trials);
  const rows = all.filter(({ lesson, test }) => lesson !== allLessons && test.sessions > 0);
  const isTried = isProjectTried(all);
  const ids = rows.map(({ lesson }) => lesson);
  const known = new Map((await reader.rowsAt(failures, ids)).map((each) => [each.lesson, each]));
  const classOf = ({ lesson }: { readonly lesson: string }) => classNameOf(known.get(lesson));
  const classes = byClass(rows, classOf);
  const estimates = new Map(classes.flatMap(([, some]) => estimatesOf(some)));
  const lines = rows.flatMap((row) => {
    const failure = known.get(row.lesson);
    const found = measured(row, ledger.config, {
      isVouched: failure !== undefined && failure.word !== null,
      isProjectTried: isTried,
    });
    if (found === undefined) return [];
    const text = failure === undefined ? "" : failureText(failure);
    const estimate = rounded(estimates.get(row.lesson) ?? 0);
    return [{ lesson: row.lesson, text, class: classOf(row), ...found, estimate }];
  });
  const called = calledTogether(lines.map((line) => line.evidence));
  return {
    ...saidTogether(rows),
    classes: classes.map(([name, some]) => ({ class: name, lessons: some.length, ...saidTogether(some) })),
    lessons: lines
      .map((line, at) => ({ ...line, inList: called.has(at) }))
      .sort((one, other) => other.evidence - one.evidence),
  };
}

/** A lesson that was forgotten since is of no class. */
function classNameOf(failure: FailureRow | undefined): string {
  return failure === undefined ? "others" : classNames[failure.kind];
}

function estimatesOf(rows: readonly TrialRow[]): readonly (readonly [lesson: string, difference: number])[] {
  const differences = shrunkDifferences(rows.map(({ bets }) => bets));
  return rows.map(({ lesson }, at) => [lesson, differences[at] ?? 0]);
}

function saidTogether(rows: readonly TrialRow[]) {
  const { shown, heldOut, evidence, verdict, interval } = judgeTogether(rows);
  return {
    shown: armOf(shown),
    heldOut: armOf(heldOut),
    evidence: rounded(evidence),
    verdict,
    ...interval,
  };
}

function armOf({ sessions, failures: repeated }: Arm): TrialReport["shown"] {
  return { sessions, repeated };
}
