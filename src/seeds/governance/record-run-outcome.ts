import { runOutcomeFields } from "../../runs/formats/seed-lines.js";
import { refuseValue } from "../../runs/outcomes/expect.js";
import type { Input, Result } from "../../verbs/frame/handle.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { RunOutcomeInput } from "../rules/run-outcome.js";
import type { ProjectSource } from "../swarm/project.js";
import { unmeasuredDuration, withProject } from "../swarm/project.js";

/** How a run ended, with its name. What was measured besides may be given too. */
export interface RunToRecord extends RunOutcomeInput {
  readonly runId: string;
  /** The task that the run was for. */
  readonly taskId?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly errorCount?: number | undefined;
}

/**
 * Records how a run ended, and everything that follows from it: patterns, reliability, overlays. A run is
 * recorded once: the same `runId` again writes nothing and gets the first answer.
 *
 * What is not given is not made up. Errors are those on record for the task (or for the run's name), retries
 * are none that anyone reported, and an unmeasured duration is one that speaks neither for nor against the
 * run, marked as such.
 */
export function recordRunOutcome(outcome: RunToRecord, source?: ProjectSource): Promise<Result<"record">> {
  return withProject(source, async (ws) => ws.record(await recordInputOf(ws, outcome)));
}

/** The words and numbers are passed on as they are: the verb checks them, and keeps what it refuses. */
async function recordInputOf(ws: Whetstone, outcome: RunToRecord): Promise<Input<"record">> {
  const { runId, taskId, durationMs, result, success } = outcome;
  if (typeof runId !== "string" || runId === "")
    refuseValue("runId", runId, "the name of the run, by which it is recorded once");
  if (success !== undefined && result !== undefined && success !== (result === "success"))
    refuseValue("success", success, `what '${result}' says`);
  return {
    ...(durationMs === undefined ? await unmeasuredDuration(ws) : {}),
    errorCount: (await ws.errors.stats({ taskId: taskId ?? runId })).total,
    ...runOutcomeFields({ ...outcome }),
  } as Input<"record">;
}
