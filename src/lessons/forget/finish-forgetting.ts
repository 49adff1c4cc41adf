import { isoTime } from "../../log/events/time.js";
import type { Context } from "../../verbs/call/context.js";
import { scrub } from "./forget-texts.js";

export const cutOff =
  "a process ended in the middle of forgetting a text, with copies of it left in the files";

/** Does what is left of a forgetting whose process ended, while nobody waits for it, and leaves a note. */
export async function finishForgetting(context: Context): Promise<void> {
  if ((await context.ledger.store.isScrubOwed?.()) !== true || !(await scrub(context))) return;
  const at = isoTime(context.clock());
  context.losses.note({ at, stage: "lessons forget", reason: `${cutOff}: they were removed later` });
}
