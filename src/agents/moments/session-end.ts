import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { MomentOf, Reply } from "../moment.js";
import type { SessionFacts } from "../sessions.js";
import { hostSource } from "../source.js";

type EndPhaseInput = Parameters<Whetstone["endPhase"]>[0];

/** The session is over: its outcome is recorded. */
export async function atSessionEnd(
  ws: Whetstone,
  moment: MomentOf<"session-end">,
  facts: SessionFacts | undefined,
  now: number,
): Promise<Reply> {
  const { session } = moment;
  await ws.endPhase({
    phase: session,
    run: session,
    taskId: session,
    ...seenOf(facts, moment, now),
    ...hostSource(moment),
  });
  return {};
}

/**
 * The outcome as the hooks saw it. A session that ended with a failing tool is partial; a session whose last
 * turn broke off is a failure of the infrastructure. Whether the person was content is unknown. After a
 * restart of the server only the log is left.
 */
function seenOf(
  facts: SessionFacts | undefined,
  { worked, result: reported }: MomentOf<"session-end">,
  now: number,
): Partial<EndPhaseInput> {
  const seen = facts !== undefined && facts.toolCalls > 0;
  if (facts === undefined || !(seen || worked === true || reported !== undefined)) return { worked: false };
  const underWay = facts.turnSince === undefined ? 0 : Math.max(0, now - facts.turnSince);
  const durationMs = facts.activeMs + underWay;
  const result = reported ?? (facts.turnFailed ? "failure" : facts.broken.size > 0 ? "partial" : "success");
  return {
    result,
    ...(facts.turnFailed && result === "failure" ? { cause: "infra" as const } : {}),
    ...(durationMs > 0 ? { durationMs } : {}),
    ...(facts.missedStart ? {} : { toolCalls: facts.toolCalls }),
    filesTouched: [...facts.files],
    adaptersUsed: [...facts.adapters].slice(0, 100),
    ...(facts.failed === undefined
      ? {}
      : { failedAdapter: facts.failed.adapter, failureType: facts.failed.failureType }),
  };
}
