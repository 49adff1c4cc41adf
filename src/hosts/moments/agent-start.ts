import type { Whetstone } from "../../compose/whetstone.js";
import type { MomentOf, Reply } from "../moment.js";
import { briefFor } from "./brief-for.js";

/** An agent starts another one, which gets the brief of its own role and nobody else's. */
export async function atAgentStart(ws: Whetstone, moment: MomentOf<"agent-start">): Promise<Reply> {
  return briefFor(ws, moment, { fresh: false });
}
