import { trialSession } from "../app/trial-session.js";
import type { Whetstone } from "../compose.js";
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
}

/**
 * Does what a moment of an agent's session asks for. Never throws: whatever fails here is noted as a loss, and the agent goes on as
 * if we were not there.
 */
export async function attend(moment: Moment, { sessions, open, clock }: Attendance): Promise<Reply> {
  const opened: { ws?: Whetstone } = {};
  try {
    opened.ws = await open(moment.root);
    if (moment.session !== trialSession) opened.ws.noteCall(moment.host);
    return await replyTo(opened.ws, moment, sessions, clock());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    opened.ws?.noteLoss(`${moment.host} ${moment.kind}`, reason);
    return {};
  }
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
