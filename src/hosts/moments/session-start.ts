import type { Whetstone } from "../../compose/whetstone.js";
import type { MomentOf, Reply } from "../moment.js";
import { briefFor } from "./brief-for.js";

/**
 * A session begins, or goes on after its conversation was cut: the agent gets the brief of its role, which
 * begins the phase. What earlier sessions left behind that were killed is folded first, so that it can be in
 * there.
 */
export async function atSessionStart(ws: Whetstone, moment: MomentOf<"session-start">): Promise<Reply> {
  await ws.endSilentPhases();
  return briefFor(ws, moment, { fresh: moment.again });
}
