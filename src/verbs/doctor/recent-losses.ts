import type { Loss } from "../../base/losses/losses.js";
import { dayMs, epochMs } from "../../log/events/time.js";
import type { Context } from "../call/context.js";
import { askingEvents } from "./asking-events.js";

/** A week: what was lost before is history. */
export const lossDays = 7;

/** What was given up in the last days, oldest first. */
export function recentLosses({ losses, clock }: Context): readonly Loss[] {
  const since = clock() - lossDays * dayMs;
  return losses.list().filter((loss) => epochMs(loss.at) >= since);
}

/** The stage of what was done without following the project's settings file as it is. */
export const settingsStage = "settings";

/** Stages at which a tool call went on without an answer, so that no enforced lesson held for it. */
export function isUnchecked({ stage, reason }: Loss): boolean {
  if (stage.endsWith(" payload")) return askingEvents.has(reason.split(" ", 1)[0]);
  return stage === "check-tool" || stage.endsWith(" before-tool") || stage.endsWith(" calls");
}
