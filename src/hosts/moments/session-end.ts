import type { EndPhaseInput } from "../../app/end-phase.js";
import type { Whetstone } from "../../compose/whetstone.js";
import type { MomentOf, Reply } from "../moment.js";
import type { SessionFacts } from "../sessions.js";
import { byHost } from "../who.js";

/**
 * The session is over: its outcome is recorded, and what failed more than once becomes a lesson for the next
 * one.
 */
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
    task: session,
    ...seenOf(facts, moment, now),
    ...byHost(moment),
  });
  return {};
}

/**
 * What the hooks saw. A session that ended with a tool still failing is partial, one whose last turn broke
 * off a failure of the surroundings; that a person was content is not known to anybody. After a restart only
 * the log is known.
 */
function seenOf(
  facts: SessionFacts | undefined,
  { worked, result: told }: MomentOf<"session-end">,
  now: number,
): Partial<EndPhaseInput> {
  const seen = facts !== undefined && facts.toolCalls > 0;
  if (facts === undefined || !(seen || worked === true || told !== undefined)) return { worked: false };
  const underWay = facts.turnSince === undefined ? 0 : Math.max(0, now - facts.turnSince);
  const durationMs = facts.activeMs + underWay;
  const result = told ?? (facts.turnFailed ? "failure" : facts.broken.size > 0 ? "partial" : "success");
  return {
    result,
    ...(facts.turnFailed && result === "failure" ? { cause: "infra" as const } : {}),
    ...(durationMs > 0 ? { durationMs } : {}),
    filesTouched: [...facts.files],
    adaptersUsed: [...facts.adapters].slice(0, 100),
    ...(facts.failedAdapter === undefined
      ? {}
      : { failedAdapter: facts.failedAdapter, failureType: "tool_failure" }),
  };
}
