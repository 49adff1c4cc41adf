import type { Whetstone } from "../compose/whetstone.js";
import type { HookDiagnostics } from "./host.js";
import type { Moment, Reply } from "./moment.js";
import { afterTool } from "./moments/after-tool.js";
import { atAnswer } from "./moments/answer.js";
import { beforeTool } from "./moments/before-tool.js";
import { atAgentStart, atPrompt, atSessionStart } from "./moments/briefs.js";
import { atSessionEnd } from "./moments/session-end.js";
import { type Sessions, setupCheckSession } from "./sessions.js";

export interface MomentContext {
  readonly sessions: Sessions;
  readonly open: (root: string) => Promise<Whetstone>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly diagnostics?: HookDiagnostics | undefined;
}

/**
 * Does what a moment of an agent's session asks for. Never throws: a failure is noted as a loss, and the
 * agent goes on as if Whetstone were not there.
 */
export async function handleMoment(
  moment: Moment,
  { sessions, open, clock, diagnostics }: MomentContext,
): Promise<Reply> {
  const opened: { ws?: Whetstone } = {};
  try {
    // Before the first await: two calls of a session may arrive at once.
    const facts = sessions.of(moment.session);
    const isFirst = !facts.seenBefore;
    const isUnknown = isInMiddle(moment) && isFirst;
    facts.seenBefore = true;
    facts.missedStart ||= isUnknown;
    opened.ws = await open(moment.root);
    // A process that has ended since saw the turns before this one. A store that cannot be read is for the
    // verbs that follow to report.
    if (isFirst && (await opened.ws.isUnderWay(moment.session).catch(() => false))) facts.missedStart = true;
    if (moment.session !== setupCheckSession) opened.ws.noteCall(moment.host);
    if (isUnknown) noteMissedPosts(opened.ws, moment, diagnostics);
    const reply = await replyTo(opened.ws, moment, sessions, clock());
    return moment.kind === "session-start"
      ? { ...reply, ...(await noticeFor(opened.ws, moment, diagnostics)) }
      : reply;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    opened.ws?.noteLoss(`${moment.host} ${moment.kind}`, reason);
    return {};
  }
}

/** Such a moment follows others of its session: without them, something was missed. */
function isInMiddle({ kind }: Moment): boolean {
  return kind === "before-tool" || kind === "after-tool" || kind === "agent-start" || kind === "answer";
}

/** An agent that posts its events cannot start the server, and does not report that none answered. */
function noteMissedPosts(
  ws: Whetstone,
  { host, session, root }: Moment,
  diagnostics: HookDiagnostics | undefined,
): void {
  const missed = diagnostics?.missedPosts(host, root);
  if (missed !== undefined) ws.noteLoss(`${host} calls`, `${missed} (session ${session})`);
}

/** At the start of a session a person reads what the agent prints. */
async function noticeFor(
  ws: Whetstone,
  { host, root, session }: Moment,
  diagnostics: HookDiagnostics | undefined,
): Promise<Reply> {
  const fault = diagnostics?.postFault(host, root);
  if (fault !== undefined) ws.noteLoss(`${host} calls`, `${fault} (session ${session})`);
  const waiting = session === setupCheckSession ? undefined : await ws.reviewNotice();
  const notices = [fault, ws.unaccepted, waiting].filter((each) => each !== undefined);
  return notices.length === 0 ? {} : { notice: notices.join(" ") };
}

function replyTo(ws: Whetstone, moment: Moment, sessions: Sessions, now: number): Promise<Reply> {
  const facts = sessions.of(moment.session);
  switch (moment.kind) {
    case "session-start":
      return atSessionStart(ws, moment);
    case "prompt":
      return atPrompt(ws, moment, facts, now);
    case "agent-start":
      return atAgentStart(ws, moment);
    case "before-tool":
      return beforeTool(ws, moment, facts);
    case "after-tool":
      return afterTool(ws, moment, facts);
    case "answer":
      return atAnswer(ws, moment, facts, now);
    case "turn-failed":
      facts.turnFailed = true;
      return Promise.resolve({});
    case "session-end":
      return atSessionEnd(ws, moment, sessions.take(moment.session), now);
  }
}
