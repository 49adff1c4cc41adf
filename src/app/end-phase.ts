import * as z from "zod/mini";
import { origin, textId } from "../events/envelope.js";
import { outcomeRecorded } from "../events/outcome.js";
import { outcomeDefaults } from "../events/outcome-defaults.js";
import { epochMs } from "../events/time.js";
import { type PhaseRow, phases } from "../projections/phases.js";
import { admit } from "./admit.js";
import type { Context } from "./context.js";
import { failOpen } from "./fail-open.js";
import { gate } from "./gate.js";
import { recordOne } from "./record.js";
import { reflectOnPhase } from "./reflect-on-phase.js";

const { shape } = outcomeRecorded.data;

const endPhaseInput = z.strictObject({
  phase: z.string().check(z.minLength(1), z.maxLength(200)),
  /** How it ended; without a failure on record success, else partial, if left out. */
  result: z.optional(shape.result),
  /** Measured from the beginning of the phase, if left out. */
  durationMs: z.optional(shape.durationMs),
  /** False when no work was done that could have succeeded or failed: no outcome is recorded. */
  worked: z._default(z.boolean(), true),
  filesTouched: z._default(shape.filesTouched, outcomeDefaults.filesTouched),
  adaptersUsed: z._default(shape.adaptersUsed, outcomeDefaults.adaptersUsed),
  failedAdapter: shape.failedAdapter,
  failureType: shape.failureType,
  cause: z._default(shape.cause, outcomeDefaults.cause),
  run: z.optional(textId),
  task: z.optional(textId),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type EndPhaseInput = z.input<typeof endPhaseInput>;

export interface EndPhaseResult {
  readonly phase: string;
  /** The id of the outcome; null when none was recorded. */
  readonly outcome: string | null;
  /** Directives that came out of what failed. */
  readonly proposed: readonly string[];
  /** Whether the gate let it pass; null when nobody could look. It ended either way. */
  readonly passed: boolean | null;
  readonly failed?: { readonly code: string; readonly reason: string };
}

type Admitted = z.output<typeof endPhaseInput>;

/**
 * A phase is over, whatever the gate would say: a person has closed the host's session. Records how it ended,
 * with the failures and retries that were seen, and lets what failed more than once become a lesson. Fails
 * open.
 */
export async function endPhase(context: Context, input: EndPhaseInput): Promise<EndPhaseResult> {
  const none: EndPhaseResult = { phase: String(input?.phase), outcome: null, proposed: [], passed: null };
  const { captureLimitMs } = context.ledger.config.insights;
  const ended = await failOpen(context, "end-phase", captureLimitMs, async (deadline) => {
    const admitted = await admit(context, "end-phase", endPhaseInput, input, undefined, deadline.options);
    context.beforeWriting();
    const outcome = await context.ledger.write(
      (writer) => recordEnd(context, writer, admitted),
      deadline.options,
    );
    return { admitted, outcome };
  });
  if ("failed" in ended) return { ...none, failed: ended.failed };
  const { admitted, outcome } = ended.done;
  const { phase, run, task, actor, origin } = admitted;
  const about = { run, task, actor, origin };
  const { proposed } = await reflectOnPhase(context, phase, about);
  // Last, for checks that failed before are run again, and may take longer than a host waits.
  const { passed, closed } = await gate(context, { phase, ...definedOf(about) });
  return { phase, outcome, proposed, passed: closed ? null : passed };
}

type Writer = Parameters<Parameters<Context["ledger"]["write"]>[0]>[0];

/** One outcome for a phase, however often its end is told. */
async function recordEnd(context: Context, writer: Writer, admitted: Admitted): Promise<string | null> {
  const { phase, worked, result, durationMs, ...given } = admitted;
  const row = await writer.row(phases, phase);
  const failures = row?.failures ?? 0;
  if (!worked && failures === 0) return null;
  const { outcome } = await recordOne(context, writer, {
    ...outcomeDefaults,
    ...given,
    result: result ?? (failures === 0 ? "success" : "partial"),
    durationMs: durationMs ?? lastedMs(context, row),
    errorCount: failures,
    retryCount: row?.repeated ?? 0,
    key: `end of phase ${row?.begunAt ?? ""} ${phase}`.slice(0, 200),
  });
  return outcome;
}

function lastedMs({ clock }: Context, row: PhaseRow | undefined): number {
  return row?.begunAt ? Math.max(0, clock() - epochMs(row.begunAt)) : 0;
}

function definedOf(about: Pick<Admitted, "run" | "task" | "actor" | "origin">) {
  return Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined));
}
