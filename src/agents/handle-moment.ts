import { WhetstoneError } from "../base/errors.js";
import { failureOf } from "../verbs/call/fail-open.js";
import { isOtherFormat, mayHideRules, otherFormatText } from "../verbs/call/other-format.js";
import type { Whetstone } from "../verbs/open/whetstone.js";
import type { HookDiagnostics, OpenProject } from "./host.js";
import type { Moment, MomentOf, Reply } from "./moment.js";
import { afterTool, backgroundEnded } from "./moments/after-tool.js";
import { atAnswer } from "./moments/answer.js";
import { beforeTool } from "./moments/before-tool.js";
import { atAgentStart, atPrompt, atSessionStart } from "./moments/briefs.js";
import { atSessionEnd } from "./moments/session-end.js";
import {
  messageOf,
  noteDenied,
  openSessionProject,
  refusalElsewhere,
  replyWithoutProject,
  withWholePaths,
} from "./session-project.js";
import { type SessionFacts, type Sessions, setupCheckSession } from "./sessions.js";
import { hostSource } from "./source.js";

export interface MomentContext {
  readonly sessions: Sessions;
  readonly open: OpenProject;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly diagnostics?: HookDiagnostics | undefined;
}

/**
 * Does what a moment of an agent's session asks for. Never throws: a failure is noted as a loss, and the
 * agent goes on as if Whetstone were not there. Only where the settings of its project cannot be followed no
 * tool runs.
 */
export async function handleMoment(moment: Moment, context: MomentContext): Promise<Reply> {
  const { sessions, diagnostics } = context;
  const facts = sessions.of(moment.session);
  // Before the first await: two calls of a session may arrive at once.
  const isFirst = !facts.seenBefore;
  const isUnknown = isInMiddle(moment) && isFirst;
  facts.seenBefore = true;
  facts.missedStart ||= isUnknown;
  const opened: { ws?: Whetstone } = {};
  try {
    opened.ws = await openSessionProject(moment, facts, context);
    // A process that has ended since saw the turns before this one. A store that cannot be read is for the
    // verbs that follow to report.
    if (isFirst && (await opened.ws.isUnderWay(moment.session).catch(() => false))) facts.missedStart = true;
    if (moment.session !== setupCheckSession) opened.ws.noteCall(moment.host);
    if (isUnknown) await noteMissedPosts(opened.ws, moment, diagnostics);
    const reply = await replyTo(opened.ws, moment, context);
    return await withNotices(opened.ws, moment, reply, diagnostics);
  } catch (error) {
    if (error instanceof WhetstoneError && isOtherFormat(error)) {
      const denied = mayHideRules(error);
      if (moment.kind === "before-tool")
        diagnostics?.lost?.(denied ? `denied: ${error.message}` : error.message, !denied);
      return unreadable(moment, error);
    }
    if (opened.ws === undefined) return replyWithoutProject(moment, facts, error, diagnostics);
    opened.ws.noteLoss(`${moment.host} ${moment.kind}`, messageOf(error));
    return {};
  }
}

/** No rule of the project can be read until a person does something: nothing goes on in silence. */
function unreadable({ kind }: Moment, error: WhetstoneError): Reply {
  const reason = otherFormatText(failureOf(error));
  if (kind === "before-tool") return mayHideRules(error) ? { refusal: { decision: "deny", reason } } : {};
  return kind === "session-start" || kind === "prompt" ? { notice: reason } : {};
}

/** Such a moment follows others of its session: without them, something was missed. */
function isInMiddle({ kind }: Moment): boolean {
  return kind === "before-tool" || kind === "after-tool" || kind === "agent-start" || kind === "answer";
}

/** An agent that posts its events cannot start the server, and does not report that none answered. */
async function noteMissedPosts(
  ws: Whetstone,
  moment: Moment,
  diagnostics: HookDiagnostics | undefined,
): Promise<void> {
  const { host, session, run, root: folder } = moment;
  const missed = diagnostics?.missedPosts(host, ws.place.root);
  if (missed === undefined) return;
  ws.noteLoss(`${host} calls`, `${missed} (session ${session})`);
  await ws.noteWork({ session, taskId: session, run, seen: "unseen", folder, ...hostSource(moment) });
}

/**
 * At the start of a session, and when a person types, that person reads what the agent prints. What was lost of
 * what is enforced the agent learns too: some hosts show only one of the two texts.
 */
async function withNotices(
  ws: Whetstone,
  { kind, host, session }: Moment,
  reply: Reply,
  diagnostics: HookDiagnostics | undefined,
): Promise<Reply> {
  if ((kind !== "session-start" && kind !== "prompt") || session === setupCheckSession) return reply;
  const fault = kind === "prompt" ? undefined : diagnostics?.postFault(host, ws.place.root);
  if (fault !== undefined) ws.noteLoss(`${host} calls`, `${fault} (session ${session})`);
  const lost = kind === "prompt" ? await ws.lossNotice() : undefined;
  const others = kind === "prompt" ? [] : [ws.unaccepted, await ws.reviewNotice()];
  const notice = joined([lost, reply.notice, fault, diagnostics?.uncheckedCalls?.(), ...others]);
  const context = joined([lost, reply.context]);
  return {
    ...reply,
    ...(notice === undefined ? {} : { notice }),
    ...(context === undefined ? {} : { context }),
  };
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  const said = texts.filter((text) => text !== undefined && text !== "");
  return said.length === 0 ? undefined : said.join("\n\n");
}

/** Rules of the session's project decide first, then those of the project that the call is in. */
async function beforeCall(
  ws: Whetstone,
  given: MomentOf<"before-tool">,
  facts: SessionFacts,
  context: MomentContext,
): Promise<Reply> {
  const moment = withWholePaths(given);
  const { cutShort } = context.diagnostics ?? {};
  if (cutShort !== undefined) {
    await noteDenied(ws, moment, {});
    return refusalUnread(cutShort);
  }
  const reply = await beforeTool(ws, moment, facts);
  if (reply.refusal?.decision === "deny") return reply;
  return { ...reply, ...(await refusalElsewhere(ws, moment, context)) };
}

/** What was not read to its end may hold what is forbidden. */
export function refusalUnread({ message }: Error): Reply {
  const reason =
    `Whetstone could not read this call to its end, so it is not known whether a rule forbids it: ${message}. ` +
    "Do it in smaller parts.";
  return { refusal: { decision: "deny", reason } };
}

function replyTo(ws: Whetstone, moment: Moment, context: MomentContext): Promise<Reply> {
  const { sessions } = context;
  const facts = sessions.of(moment.session);
  const now = context.clock();
  switch (moment.kind) {
    case "session-start":
      // A conversation that begins, or was compacted, does not hold what was asked for.
      facts.asksForQuotes = false;
      return atSessionStart(ws, moment);
    case "prompt":
      return atPrompt(ws, moment, facts, now);
    case "agent-start":
      return atAgentStart(ws, moment);
    case "before-tool":
      return beforeCall(ws, moment, facts, context);
    case "after-tool":
      return afterTool(ws, moment, facts);
    case "background-ended":
      return backgroundEnded(ws, moment, facts);
    case "answer":
      return atAnswer(ws, moment, facts, now);
    case "turn-failed":
      facts.turnFailed = true;
      return Promise.resolve({});
    case "session-end":
      return atSessionEnd(ws, moment, sessions.take(moment.session), now);
  }
}
