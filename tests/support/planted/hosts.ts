import { randomUUID } from "node:crypto";
import { claudeCodeHost } from "../../../src/agents/claude-code/host.js";
import { codexHost } from "../../../src/agents/codex/host.js";
import { cursorHost } from "../../../src/agents/cursor/host.js";
import { geminiHost } from "../../../src/agents/gemini/host.js";
import { opencodeHost } from "../../../src/agents/opencode/host.js";
import { hostSession } from "../host-session.js";
import { documentedPayload, recordedPayload } from "../recorded-payload.js";

type Fields = Readonly<Record<string, unknown>>;

/** What happens in a session of a host, by its recorded payloads; each returns all that the host's agent is told. */
export interface PlayedHost {
  start(session: string): Promise<string>;
  prompt(session: string, text: string): Promise<string>;
  before(session: string, command: string): Promise<string>;
  fails(session: string, command: string, output: string): Promise<string>;
  works(session: string, command: string, output: string): Promise<string>;
  /** The agent ends its turn with a text. */
  answer(session: string, text: string): Promise<string>;
  end(session: string): Promise<string>;
}

type Dialect = (send: (name: string, fields: Fields) => Promise<string>) => PlayedHost;

const nextCall = () => randomUUID();

const claudeCode: Dialect = (send) => {
  const use = (session_id: string, command: string) => ({
    session_id,
    tool_use_id: nextCall(),
    tool_input: { command },
  });
  return {
    start: (session_id) => send("session-start", { session_id }),
    prompt: (session_id, prompt) => send("user-prompt-submit", { session_id, prompt }),
    before: (session, command) => send("pre-tool-use.bash", use(session, command)),
    fails: (session, command, output) =>
      send("post-tool-use-failure.bash", { ...use(session, command), error: `Exit code 1\n${output}` }),
    works: (session, command, stdout) =>
      send("post-tool-use.bash", { ...use(session, command), tool_response: { stdout, stderr: "" } }),
    answer: (session_id, text) => send("stop", { session_id, last_assistant_message: text }),
    end: (session_id) => send("session-end", { session_id }),
  };
};

/** Codex says nothing of success or failure: what was printed tells. */
const codex: Dialect = (send) => {
  const after = (session_id: string, command: string, tool_response: string) =>
    send("post-tool-use.bash", {
      session_id,
      tool_use_id: nextCall(),
      tool_input: { command },
      tool_response,
    });
  return {
    start: (session_id) => send("session-start", { session_id }),
    prompt: (session_id, prompt) => send("user-prompt-submit", { session_id, prompt }),
    before: (session_id, command) => send("pre-tool-use.bash", { session_id, tool_input: { command } }),
    fails: after,
    works: after,
    answer: (session_id, text) => send("stop", { session_id, last_assistant_message: text }),
    end: (session_id) => send("session-end", { session_id }),
  };
};

const gemini: Dialect = (send) => {
  const after = (session_id: string, command: string, output: string, status: string) => {
    const llmContent = `<untrusted_context>\nOutput: ${output}\n${status}Process Group PGID: 1\n</untrusted_context>`;
    return send("after-tool.shell", {
      session_id,
      timestamp: nextCall(),
      tool_input: { command },
      tool_response: { llmContent, returnDisplay: output },
    });
  };
  return {
    start: (session_id) => send("session-start", { session_id }),
    prompt: (session_id, prompt) => send("before-agent", { session_id, prompt }),
    before: (session_id, command) => send("before-tool.shell", { session_id, tool_input: { command } }),
    fails: (session, command, output) => after(session, command, output, "Exit Code: 1\n"),
    works: (session, command, output) => after(session, command, output, ""),
    answer: (session_id, text) => send("after-agent", { session_id, prompt_response: text }),
    end: (session_id) => send("session-end", { session_id }),
  };
};

const opencode: Dialect = (send) => {
  const after = (sessionID: string, command: string, output: string, exit: number) =>
    send("tool-execute-after.bash", {
      input: { tool: "bash", sessionID, callID: nextCall(), args: { command } },
      output: { title: command, metadata: { output, exit, truncated: false }, output },
    });
  const idle = (sessionID: string, fields: Fields) =>
    send("event.session-idle", { input: { type: "session.idle", properties: { sessionID } }, ...fields });
  return {
    start: (session) => send("event.session-created", { input: createdIn(session) }),
    prompt: (sessionID, text) =>
      send("chat-message", {
        input: { sessionID },
        output: { message: { agent: "build", sessionID }, parts: [{ type: "text", text }] },
      }),
    before: (sessionID, command) =>
      send("tool-execute-before.bash", {
        input: { tool: "bash", sessionID, callID: nextCall() },
        output: { args: { command } },
      }),
    fails: (session, command, output) => after(session, command, output, 1),
    works: (session, command, output) => after(session, command, output, 0),
    answer: (session, text) => idle(session, { agent: "build", said: text }),
    end: (sessionID) => send("event.session-idle", { hook: "dispose", input: { sessionID } }),
  };
};

const createdIn = (id: string) => ({ type: "session.created", properties: { sessionID: id, info: { id } } });

const cursor: Dialect = (send) => {
  const use = (conversation_id: string, command: string) => ({
    conversation_id,
    tool_use_id: nextCall(),
    tool_input: { command },
  });
  return {
    start: (conversation_id) => send("session-start", { conversation_id }),
    prompt: (conversation_id, prompt) => send("before-submit-prompt", { conversation_id, prompt }),
    before: (session, command) => send("pre-tool-use.shell", use(session, command)),
    fails: (session, command, error_message) =>
      send("post-tool-use-failure.shell", { ...use(session, command), error_message }),
    works: (session, command, stdout) =>
      send("post-tool-use.shell", {
        ...use(session, command),
        tool_output: JSON.stringify({ exitCode: 0, stdout }),
      }),
    answer: (conversation_id, text) => send("after-agent-response", { conversation_id, text }),
    end: (conversation_id) => send("session-end", { conversation_id }),
  };
};

const hosts = {
  "claude-code": { host: claudeCodeHost, dialect: claudeCode },
  codex: { host: codexHost, dialect: codex },
  gemini: { host: geminiHost, dialect: gemini },
  opencode: { host: opencodeHost, dialect: opencode },
  cursor: { host: cursorHost, dialect: cursor },
} as const;

export type PlayedName = keyof typeof hosts;
export const playedHosts = Object.keys(hosts) as readonly PlayedName[];

/** The sessions of a host whose payloads go where `post` sends them. */
export function playedBy(
  name: PlayedName,
  root: string,
  post: (payload: Fields) => Promise<unknown>,
): PlayedHost {
  const payloadOf = payloadsOf(name);
  return hosts[name].dialect(async (recording, fields) =>
    textOf(await post(payloadOf(name, recording, root, fields))),
  );
}

const payloadsOf = (name: PlayedName) => (name === "cursor" ? documentedPayload : recordedPayload);

/** A host whose agent a person talks to at a terminal. */
export async function playHost(
  name: PlayedName,
  options: Parameters<typeof hostSession>[2] = {},
  read: (answer: unknown) => string = textOf,
) {
  const { host, dialect } = hosts[name];
  const own = { payloadOf: payloadsOf(name), entry: "cli", ...options };
  const { ws, send } = await hostSession(host(), name, own);
  return { ws, ...dialect(async (recording, fields) => read(await send(recording, fields))) };
}

/** What an agent reads of an answer, whatever its form. */
function textOf(answer: unknown): string {
  return textsIn(answer).join("\n");
}

function textsIn(answer: unknown): readonly string[] {
  if (typeof answer === "string") return [answer];
  return typeof answer === "object" && answer !== null ? Object.values(answer).flatMap(textsIn) : [];
}
