import { isOtherFormat, otherFormatText } from "../../verbs/call/other-format.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import { isHostRequest } from "../host-request.js";
import type { MomentOf, Place, Reply } from "../moment.js";
import type { SessionFacts } from "../sessions.js";
import { hostSource, roleOf } from "../source.js";
import { hearPrompt, quotationRequest } from "./hear.js";

/**
 * A session begins, or goes on after its conversation was compacted: the agent gets the brief of its role,
 * which begins the phase. The phases of killed sessions are ended first, so that the brief can hold their
 * lessons.
 */
export async function atSessionStart(ws: Whetstone, moment: MomentOf<"session-start">): Promise<Reply> {
  await ws.endSilentPhases();
  const { session, run, root: folder } = moment;
  await ws.noteWork({ session, taskId: session, run, seen: "began", folder, ...hostSource(moment) });
  return briefAlone(ws, moment, { moment: "start", fresh: moment.again });
}

/** The agent gets the lessons that are about the prompt and were not shown in this session yet. */
export async function atPrompt(
  ws: Whetstone,
  moment: MomentOf<"prompt">,
  facts: SessionFacts,
  now: number,
): Promise<Reply> {
  facts.turnSince ??= now;
  facts.turnFailed = false;
  facts.overruled = [];
  if (isHostRequest(moment.text)) return {};
  facts.rulesSpoke = false;
  const without = await hearPrompt(ws, moment, facts);
  const { anew = false, text: task } = moment;
  const { paused, ...reply } = await briefFor(ws, moment, {
    moment: anew ? "start" : "prompt",
    task,
    fresh: !anew,
    without,
  });
  const request = paused ? undefined : quotationRequest(ws, moment, facts);
  if (request === undefined) return reply;
  return { ...reply, context: reply.context === undefined ? request : `${reply.context}\n\n${request}` };
}

/** An agent that another one starts gets the brief of its own role. */
export async function atAgentStart(ws: Whetstone, moment: MomentOf<"agent-start">): Promise<Reply> {
  return briefAlone(ws, moment, { moment: "agent", fresh: false });
}

/** The start of a long prompt says what it is about; the rest only costs time. */
const taskChars = 20_000;

interface BriefOptions {
  readonly moment: "start" | "prompt" | "agent";
  readonly task?: string;
  /** Leaves out what this run was shown before. */
  readonly fresh: boolean;
  /** Lessons that the prompt states itself. */
  readonly without?: readonly string[];
}

async function briefAlone(ws: Whetstone, place: Place, options: BriefOptions): Promise<Reply> {
  const { paused: _, ...reply } = await briefFor(ws, place, options);
  return reply;
}

/** The brief of a run as context for its agent; an empty reply when there are no lessons for it. */
async function briefFor(
  ws: Whetstone,
  place: Place,
  options: BriefOptions,
): Promise<Reply & { readonly paused: boolean }> {
  const { moment, task, fresh, without = [] } = options;
  const {
    text,
    failed,
    paused = false,
  } = await ws.brief({
    role: roleOf(ws, place),
    ...(task === undefined ? {} : { task: task.slice(0, taskChars) }),
    taskId: place.session,
    phase: place.session,
    run: place.run,
    tools: [...place.tools],
    fresh,
    without: [...without],
    moment,
    host: place.host,
    folder: place.root,
    maxBytes: ws.config.hosts.contextMaxBytes,
    ...hostSource(place),
  });
  if (failed !== undefined && isOtherFormat(failed)) return { notice: otherFormatText(failed), paused };
  return { ...(text === "" ? {} : { context: text }), paused };
}
