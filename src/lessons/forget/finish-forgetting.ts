import { isoTime } from "../../log/events/time.js";
import type { Context } from "../../verbs/call/context.js";
import type { Check } from "../../verbs/doctor/check.js";
import { scrub } from "./forget-texts.js";
import { stillRead } from "./search-own-files.js";

const cutOff = "a process ended in the middle of forgetting a text, with copies of it left in the files";

/** Does what is left of a forgetting whose process ended, while nobody waits for it, and leaves a note. */
export async function finishForgetting(context: Context): Promise<void> {
  if ((await context.ledger.store.isScrubOwed?.()) !== true || !(await scrub(context))) return;
  const at = isoTime(context.clock());
  context.losses.note({ at, stage: "lessons forget", reason: `${cutOff}: they were removed later` });
}

/** The same for a person who looks. Empty where nothing is left to do. */
export async function checkForgetting(context: Context): Promise<readonly Check[]> {
  if ((await context.ledger.store.isScrubOwed?.()) !== true) return [];
  const name = "forget";
  if (!(await scrub(context))) return [{ name, state: "problem", detail: cutOff, next: stillRead }];
  const next = "run 'whetstone lessons forget --text TEXT' once more to see that no file holds it";
  return [{ name, state: "warning", detail: `${cutOff}: they are removed now`, next }];
}
