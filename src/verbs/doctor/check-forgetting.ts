import { cutOff } from "../../lessons/forget/finish-forgetting.js";
import { scrub } from "../../lessons/forget/forget-texts.js";
import { stillRead } from "../../lessons/forget/search-own-files.js";
import type { Context } from "../call/context.js";
import type { Check } from "./check.js";

/** Finishes a forgetting whose process ended, for a person who looks. Empty where nothing is left to do. */
export async function checkForgetting(context: Context): Promise<readonly Check[]> {
  if ((await context.ledger.store.isScrubOwed?.()) !== true) return [];
  const name = "forget";
  if (!(await scrub(context))) return [{ name, state: "problem", detail: cutOff, next: stillRead }];
  const next = "run 'whetstone lessons forget --text TEXT' once more to see that no file holds it";
  return [{ name, state: "warning", detail: `${cutOff}: they are removed now`, next }];
}
