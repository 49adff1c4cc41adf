import type { Loss } from "../../base/losses/losses.js";
import { counted } from "../../base/text/counted.js";
import { oneLine } from "../../base/text/one-line.js";
import { dayMs, epochMs } from "../../log/events/time.js";
import type { Context } from "../call/context.js";
import { isUnchecked, recentLosses, settingsStage } from "./recent-losses.js";

const notice = "losses";
const reasonChars = 300;

/**
 * What was lost in the last day of what is enforced, for the next prompt of any session: each loss is told
 * once. Undefined when there is nothing to tell.
 */
export function lossNotice(context: Context): string | undefined {
  const { lastSeen, clock } = context;
  const toldUntil = lastSeen.lastNotice(notice) ?? "";
  const since = clock() - dayMs;
  const fresh = recentLosses(context).filter(({ at }) => at > toldUntil && epochMs(at) >= since);
  const unchecked = fresh.filter(isUnchecked);
  const unfollowed = fresh.filter(({ stage }) => stage === settingsStage);
  const newest = [...unchecked, ...unfollowed].reduce((last, { at }) => (at > last ? at : last), "");
  if (newest === "") return undefined;
  lastSeen.noteNotice(notice, newest);
  const lines = [
    ...told(unchecked, "went on unchecked, so that no enforced lesson held"),
    ...told(unfollowed, "came while the settings file could not be followed"),
  ];
  return `Whetstone: ${lines.join("; ")}. Tell the person you work for; 'whetstone doctor' says more.`;
}

function told(lost: readonly Loss[], what: string): readonly string[] {
  const newest = lost.at(-1);
  if (newest === undefined) return [];
  return [`${counted(lost.length, "call")} of agents ${what}: ${oneLine(newest.reason, reasonChars)}`];
}
