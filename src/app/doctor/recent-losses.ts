import { dayMs, epochMs } from "../../events/time.js";
import type { Loss } from "../../losses/losses.js";
import type { Context } from "../context.js";

/** A week: what was lost before is history. */
export const lossDays = 7;

/** What was given up in the last days, oldest first. */
export function recentLosses({ losses, clock }: Context): readonly Loss[] {
  const since = clock() - lossDays * dayMs;
  return losses.list().filter((loss) => epochMs(loss.at) >= since);
}
