import type { Whetstone } from "../../compose/whetstone.js";
import type { Place, Reply } from "../moment.js";
import { byHost, roleOf } from "../who.js";

/** More words of a task say nothing new about it. */
const taskChars = 20_000;

export interface BriefWish {
  readonly task?: string;
  /** Leaves out what this run was shown before. */
  readonly fresh: boolean;
}

/** The brief of a run as context for its agent; nothing when there is nothing to say. */
export async function briefFor(ws: Whetstone, place: Place, { task, fresh }: BriefWish): Promise<Reply> {
  const { text } = await ws.brief({
    role: roleOf(ws, place),
    ...(task === undefined ? {} : { task: task.slice(0, taskChars) }),
    taskId: place.session,
    phase: place.session,
    run: place.run,
    tools: [...place.tools],
    fresh,
    maxBytes: ws.config.hosts.contextMaxBytes,
    ...byHost(place),
  });
  return text === "" ? {} : { context: text };
}
