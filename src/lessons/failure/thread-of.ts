import { transcriptReader } from "../../log/events/transcript.js";
import type { Context } from "../../verbs/call/context.js";
import type { ThreadCall } from "../kept/threads.js";
import type { AboutCall } from "./record-failure.js";

/** The thread of a call with that call as its last; alone where nobody says whose it is. */
export function threadWith(
  { threads }: Context,
  { phase, task, run, actor }: AboutCall,
  call: ThreadCall,
): readonly ThreadCall[] {
  const names = [phase, task, run].filter((name) => name !== undefined);
  if (names.length === 0) return [call];
  return threads.with(names.join("\n"), call, actor === transcriptReader ? "past" : "live");
}
