import type { Whetstone } from "../../compose/whetstone.js";
import type { MomentOf, Reply } from "../moment.js";
import type { SessionFacts } from "../sessions.js";
import { briefFor } from "./brief-for.js";

/**
 * Somebody says what is to be done: the agent gets what fits those words and was not said in this session
 * yet.
 */
export async function atPrompt(
  ws: Whetstone,
  moment: MomentOf<"prompt">,
  facts: SessionFacts,
  now: number,
): Promise<Reply> {
  facts.turnSince ??= now;
  facts.turnFailed = false;
  return briefFor(ws, moment, { task: moment.text, fresh: moment.anew !== true });
}
