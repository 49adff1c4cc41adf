import { mayOthersRead } from "../../base/files/private-file.js";
import { fileOf } from "../../base/project/team-link.js";
import { refusedLines, teamLines, teamState } from "../../hub/exchange/team-state.js";
import { epochMs } from "../../log/events/time.js";
import type { Context } from "../call/context.js";
import type { Check } from "./check.js";

/** A machine that has not reached the hub for longer works alone, and its person should know. */
const aloneMs = 86_400_000;

/** Whether what is learned reaches the others. Asks nobody: the last exchange says it. */
export async function checkTeam(context: Context): Promise<readonly Check[]> {
  const state = await teamState(context);
  const { hub, named, last, error, refused } = state;
  const name = "team";
  const [first, ...rest] = [...teamLines(state), ...refusedLines(state)];
  if (first === undefined) return [];
  const detail = [first, ...rest].join("; ");
  if (hub === null) {
    const next = "'whetstone team join', if you know who runs it";
    return named === null ? [{ name, state: "ok", detail }] : [{ name, state: "warning", detail, next }];
  }
  if (mayOthersRead(fileOf(context.places.teams, context.places.data)))
    return [
      { name, state: "warning", detail: "others can read the key of the hub", next: "chmod 600 the file" },
    ];
  const isAlone = last === null || context.clock() - epochMs(last.at) > aloneMs;
  if (error !== null || last?.stopped || isAlone) {
    const next = error?.next ?? last?.stopped?.next ?? "run 'whetstone team sync'";
    return [{ name, state: "warning", detail, next }];
  }
  const next = "'whetstone team status' lists what was refused, and why";
  return [refused === 0 ? { name, state: "ok", detail } : { name, state: "warning", detail, next }];
}
