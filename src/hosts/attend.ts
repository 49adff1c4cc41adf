import { trialSession } from "../app/trial-session.js";
import type { Whetstone } from "../compose/whetstone.js";
import type { Line } from "./host.js";
import type { Moment, Reply } from "./moment.js";
import { afterTool } from "./moments/after-tool.js";
import { atAgentStart } from "./moments/agent-start.js";
import { atAnswer } from "./moments/answer.js";
import { beforeTool } from "./moments/before-tool.js";
import { atPrompt } from "./moments/prompt.js";
import { atSessionEnd } from "./moments/session-end.js";
import { atSessionStart } from "./moments/session-start.js";
import type { Sessions } from "./sessions.js";

export interface Attendance {
  readonly sessions: Sessions;
  readonly open: (root: string) => Promise<Whetstone>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly line?: Line | undefined;
}

/**
 * Does what a moment of an agent's session asks for. Never throws: whatever fails here is noted as a loss,
 * and the agent goes on as if we were not there.
 */
export async function attend(moment: Moment, { sessions, open, clock, line }: Attendance): Promise<Reply> {
  const opened: { ws?: Whetstone } = {};
  try {
    // Before anything is awaited: two calls of a session may come at once.
    const facts = sessions.of(moment.session);
    const unheard = isInMiddle(moment) && !facts.heard;
    facts.heard = true;
    opened.ws = await open(moment.root);
    if (moment.session !== trialSession) opened.ws.noteCall(moment.host);
    if (unheard) noteSilence(opened.ws, moment, line);
    const reply = await replyTo(opened.ws, moment, sessions, clock());
    return moment.kind === "session-start" ? { ...reply, ...noticeFor(opened.ws, moment, line) } : reply;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    opened.ws?.noteLoss(`${moment.host} ${moment.kind}`, reason);
    return {};
  }
}

/** Such a moment comes after others of its session: who never heard of that has missed something. */
function isInMiddle({ kind }: Moment): boolean {
  return kind === "before-tool" || kind === "after-tool" || kind === "agent-start" || kind === "answer";
}

/** An agent that posts its calls itself starts no server where none runs, and says nothing. */
function noteSilence(ws: Whetstone, { host, session, root }: Moment, line: Line | undefined): void {
  const silence = line?.silence(host, root);
  if (silence !== undefined) ws.noteLoss(`${host} calls`, `${silence} (session ${session})`);
}

/** When a session begins somebody reads what the agent's program says. */
function noticeFor(ws: Whetstone, { host, root, session }: Moment, line: Line | undefined): Reply {
  const notice = line?.fault(host, root);
  if (notice === undefined) return {};
  ws.noteLoss(`${host} calls`, `${notice} (session ${session})`);
  return { notice };
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
