import { claudeCodeHost } from "../../src/agents/claude-code/host.js";
import { codexHost } from "../../src/agents/codex/host.js";
import { geminiHost } from "../../src/agents/gemini/host.js";
import { opencodeHost } from "../../src/agents/opencode/host.js";
import { hostSession } from "./host-session.js";

/** What happens in a session whose agent starts others, by the recorded payloads of one host. */
export interface AgentsOfSession {
  readonly ws: Awaited<ReturnType<typeof hostSession>>["ws"];
  /** The session begins, and a person asks for something. */
  begin(session: string): Promise<string>;
  /** An agent of a role starts; returns what it is told. */
  start(session: string, role: string): Promise<string>;
  /** It answers; returns what it is asked for, if anything. */
  answer(session: string, role: string, text: string): Promise<string>;
  /** The agent that a person talks to runs a command that works. */
  work(session: string): Promise<void>;
  end(session: string): Promise<void>;
}

type Send = (name: string, fields?: Readonly<Record<string, unknown>>) => Promise<unknown>;
type Dialect = (send: Send) => Omit<AgentsOfSession, "ws">;

const said = (output: unknown) =>
  JSON.stringify(output ?? "")
    .replaceAll("\\n", "\n")
    .replaceAll('\\"', '"');

/** Claude Code and Codex report the start and the end of an agent by hooks of their own. */
const withSubagentHooks: Dialect = (send) => {
  const agent = (session: string, role: string) => ({
    session_id: session,
    agent_id: `${session}-${role}`,
    agent_type: role,
  });
  return {
    begin: async (session) => said(await send("session-start", { session_id: session })),
    start: async (session, role) => said(await send("subagent-start", agent(session, role))),
    answer: async (session, role, text) =>
      said(await send("subagent-stop", { ...agent(session, role), last_assistant_message: text })),
    work: async (session) => void (await send("post-tool-use.bash", { session_id: session })),
    end: async (session) => void (await send("session-end", { session_id: session })),
  };
};

/** In OpenCode an agent has a session of its own, which names its parent. */
const withChildSessions: Dialect = (send) => {
  const child = (session: string, role: string) => `${session}-${role}`;
  const message = (agent: string, sessionID: string) => ({
    input: { sessionID },
    output: { message: { agent, sessionID }, parts: [{ type: "text", text: "Do the task." }] },
  });
  const idle = (sessionID: string) => ({ input: { type: "session.idle", properties: { sessionID } } });
  return {
    begin: async (session) => said(await send("chat-message", message("build", session))),
    start: async (session, role) =>
      said(await send("chat-message.agent", { parent: session, ...message(role, child(session, role)) })),
    answer: async (session, role, text) => {
      const fields = { parent: session, agent: role, said: text, ...idle(child(session, role)) };
      return said(await send("event.session-idle.agent", fields));
    },
    work: async (session) => {
      const call = { tool: "bash", sessionID: session, callID: "call", args: { command: "echo hello" } };
      await send("tool-execute-after.bash", { input: call });
    },
    end: async (session) =>
      void (await send("event.session-idle", { hook: "dispose", input: { sessionID: session } })),
  };
};

/** In Gemini CLI an agent is a tool call. */
const withAgentCalls: Dialect = (send) => {
  const call = (session: string, role: string) => ({
    session_id: session,
    tool_input: { agent_name: role, prompt: "Do the task." },
  });
  return {
    begin: async (session) => said(await send("session-start", { session_id: session })),
    start: async (session, role) => said(await send("before-tool.agent", call(session, role))),
    answer: async (session, role, text) => {
      const result = JSON.stringify({ response: text });
      const tool_response = { llmContent: [], returnDisplay: { result } };
      return said(await send("after-tool.agent", { ...call(session, role), tool_response }));
    },
    work: async (session) => void (await send("after-tool.shell", { session_id: session })),
    end: async (session) => void (await send("session-end", { session_id: session })),
  };
};

const hosts = {
  "claude-code": { host: claudeCodeHost, dialect: withSubagentHooks },
  codex: { host: codexHost, dialect: withSubagentHooks },
  opencode: { host: opencodeHost, dialect: withChildSessions },
  gemini: { host: geminiHost, dialect: withAgentCalls },
} as const;

/** The hosts whose agents start others. */
export const hostsWithAgents = Object.keys(hosts) as readonly (keyof typeof hosts)[];

export async function agentsOfSession(
  name: keyof typeof hosts,
  options: Parameters<typeof hostSession>[2] = {},
): Promise<AgentsOfSession> {
  const { host, dialect } = hosts[name];
  const { ws, send } = await hostSession(host(), name, options);
  return { ws, ...dialect(send) };
}
