import * as z from "zod/mini";
import type { Config } from "../../base/config/settings.js";
import { counted } from "../../base/text/counted.js";
import { calledVerdicts } from "../../log/events/trial.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import { field } from "../../verbs/call/field.js";
import type { Immutable } from "../../verbs/call/immutable.js";
import { failures } from "../failure/fold/failures.js";
import type { TrialRow } from "./fold/trials.js";
import { type ShareFacts, shareOf } from "./rules/share.js";
import { judge } from "./rules/verdict.js";

export const trialVerdicts = [...calledVerdicts, "not known yet"] as const;

const armOutput = z.strictObject({
  sessions: z.int(),
  repeated: field("In how many of them the failure came back after the moment.", z.int()),
});

const guardOutput = z.strictObject({
  sessions: field("Sessions whose end is known.", z.int()),
  succeeded: z.int(),
  errorsPerSession: z.nullable(z.number()),
  meanDurationMs: z.nullable(z.number()),
});

/** What the sessions of a lesson say about whether it helps. */
export const measuredOutput = z.strictObject({
  shown: field("Sessions that were shown it by chance.", armOutput),
  heldOut: field("Sessions that it was held out of by chance.", armOutput),
  evidence: field("How strongly the sessions speak for an effect; from 20 on it is called.", z.number()),
  low: field(
    "The failure rate when shown less that when held out: the lower end of its interval.",
    z.number(),
  ),
  high: field("The upper end.", z.number()),
  verdict: z.enum(trialVerdicts),
  sessionsLeft: field(
    "About how many more sessions are needed; null when it is known, or when nothing tells.",
    z.nullable(z.int()),
  ),
  share: field("With which probability a session is shown it now.", z.number()),
  guards: field(
    "How the sessions went otherwise: a lesson that prevents its failure must not cost more than it saves.",
    z.strictObject({ shown: guardOutput, heldOut: guardOutput }),
  ),
});

type Guard = Immutable<z.output<typeof guardOutput>>;
export type Measured = Immutable<z.output<typeof measuredOutput>>;

/** What the sessions say; undefined where no session has counted yet. */
export function measured(
  row: TrialRow | undefined,
  { evidence: settings }: Config,
  { isVouched, isProjectTried }: Pick<ShareFacts, "isVouched" | "isProjectTried">,
): Measured | undefined {
  if (row === undefined || row.test.sessions === 0) return undefined;
  const { test, bets, verdict: called, tried } = row;
  const facts = { isVouched, moment: "start", sessions: test.sessions, verdict: called?.verdict ?? null };
  const share = shareOf({ ...facts, isTried: tried, isProjectTried }, settings);
  const { verdict, evidence, interval, sessionsLeft } = judge(test, bets, share);
  return {
    shown: { sessions: bets.shown.sessions, repeated: bets.shown.failures },
    heldOut: { sessions: bets.heldOut.sessions, repeated: bets.heldOut.failures },
    evidence: rounded(evidence),
    ...interval,
    verdict: called?.verdict ?? verdict,
    sessionsLeft: called === null ? sessionsLeft : null,
    share,
    guards: { shown: guardOf(row.guards.shown), heldOut: guardOf(row.guards.heldOut) },
  };
}

function guardOf({ sessions, successes, errors, durationMs }: TrialRow["guards"]["shown"]): Guard {
  return {
    sessions,
    succeeded: successes,
    errorsPerSession: sessions === 0 ? null : rounded(errors / sessions),
    meanDurationMs: sessions === 0 ? null : Math.round(durationMs / sessions),
  };
}

/** "9 of 10 sessions succeeded, with 1.2 errors and 12.5 minutes each". */
export function guardText({ sessions, succeeded, errorsPerSession, meanDurationMs }: Guard): string {
  if (errorsPerSession === null || meanDurationMs === null) return "no session has ended";
  return (
    `${succeeded} of ${counted(sessions, "session")} succeeded, with ` +
    `${errorsPerSession.toFixed(1)} errors and ${(meanDurationMs / 60_000).toFixed(1)} minutes each`
  );
}

/** Those of the lessons that a person has said a word of: they are never held out. */
export async function vouchedAmong(
  reader: LedgerReader,
  rows: readonly Pick<TrialRow, "lesson">[],
): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ lesson }) => lesson);
  const known = await reader.rowsAt(failures, ids);
  return new Set(known.filter(({ word }) => word !== null).map(({ lesson }) => lesson));
}
