import { loadHosts } from "../../src/agents/agent.js";
import { agents } from "../../src/agents/agents.js";
import { hookKey } from "../../src/surfaces/server/hook-key.js";
import { documentedPayload, recordedPayload } from "./recorded-payload.js";
import { serverInTemp } from "./server.js";
import { openInTemp } from "./whetstone.js";

/** What a session of a host sends, by its recordings: `began` is where it began, `cwd` where it is now. */
interface Call {
  readonly session: string;
  readonly began: string;
  readonly cwd: string;
}

interface Dialect {
  readonly command: (call: Call, command: string) => object;
  readonly failure: (call: Call, id: string) => object;
  /** A host may tell the prompt's brief with a later event: the last one brings it. */
  readonly prompt: (call: Call, text: string) => readonly object[];
}

const claudeLike = (host: "claude-code" | "codex", failed: string): Dialect => {
  const of = (name: string, { session, cwd }: Call, fields: object) =>
    recordedPayload(host, name, cwd, { session_id: session, cwd, ...fields });
  return {
    command: (call, command) => of("pre-tool-use.bash", call, { tool_input: { command } }),
    failure: (call, id) => of(failed, call, { tool_use_id: id }),
    prompt: (call, prompt) => [of("user-prompt-submit", call, { prompt })],
  };
};

const gemini: Dialect = {
  command: ({ session, cwd }, command) =>
    recordedPayload("gemini", "before-tool.shell", cwd, { session_id: session, tool_input: { command } }),
  failure: ({ session, cwd }, id) =>
    recordedPayload("gemini", "after-tool.shell.failed", cwd, { session_id: session, timestamp: id }),
  prompt: ({ session, cwd }, prompt) => [
    recordedPayload("gemini", "before-agent", cwd, { session_id: session, prompt }),
  ],
};

/** The plugin names the folder of OpenCode, which is the session's, and not that of a call. */
const opencode: Dialect = {
  command: ({ session, cwd }, command) =>
    recordedPayload("opencode", "tool-execute-before.bash", cwd, {
      input: { tool: "bash", sessionID: session, callID: "call" },
      output: { args: { command } },
    }),
  failure: ({ session, cwd }, id) =>
    recordedPayload("opencode", "tool-execute-after.bash.failed", cwd, {
      input: { tool: "bash", sessionID: session, callID: id, args: { command: "exit 3" } },
    }),
  prompt: ({ session, cwd }, text) => [
    recordedPayload("opencode", "chat-message", cwd, {
      input: { sessionID: session },
      output: { message: { agent: "build", sessionID: session }, parts: [{ type: "text", text }] },
    }),
  ],
};

const cursorOf = (name: string, { session, began, cwd }: Call, fields: object) =>
  documentedPayload("cursor", name, began, {
    conversation_id: session,
    workspace_roots: [began],
    cwd,
    ...fields,
  });

const cursor: Dialect = {
  command: (call, command) => cursorOf("pre-tool-use.shell", call, { tool_input: { command } }),
  failure: (call, id) => cursorOf("post-tool-use-failure.shell", call, { tool_use_id: id }),
  prompt: (call, prompt) => [
    cursorOf("before-submit-prompt", call, { prompt }),
    cursorOf("post-tool-use.shell", call, { tool_use_id: `after ${prompt}` }),
  ],
};

const dialects = {
  "claude-code": claudeLike("claude-code", "post-tool-use-failure.bash"),
  codex: claudeLike("codex", "post-tool-use.bash.failed"),
  gemini,
  opencode,
  cursor,
} as const;

export type HostName = keyof typeof dialects;
export const hostNames = Object.keys(dialects) as readonly HostName[];

/** How an event reaches the server: from a hook program with the token, or posted with a project's key. */
export type Way = "program" | "post";

/** A server with the real hosts, and a person who adds rules. A second one on the same home follows the first. */
export async function hostServer(home?: string, set: readonly string[] = []) {
  const test = await serverInTemp({
    hosts: await loadHosts(agents),
    set,
    ...(home === undefined ? {} : { home }),
  });
  /** A person forbids a command in the project around a folder. */
  const forbid = async (root: string, action: string) => {
    const ws = await openInTemp({ root, env: test.env, clock: Date.now });
    const text = `Never run ${action} in a task of this project`;
    const forbiddenActions = [`Bash(${action})`];
    await ws.lessons.add({ text, forbiddenActions, appliesToAgents: ["coder"], enforcement: "enforce" });
    await ws.close();
    return text;
  };
  /** A session that began in a folder. `from`: the folder that the agent tells its hooks. */
  const session = (host: HostName, id: string, began: string, { way = "program", from = "" } = {}) => {
    const address = `/v1/hooks/${host}?${way === "post" ? "root" : "from"}=`;
    const send = async (payload: object) => {
      const token = way === "post" ? hookKey(test.token, host, began) : test.token;
      const { status, body } = await test.call(
        `${address}${encodeURIComponent(way === "post" ? began : from)}`,
        payload,
        { token },
      );
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return JSON.stringify(body ?? "");
    };
    const { command, failure, prompt } = dialects[host];
    const at = (cwd: string) => ({ session: id, began, cwd });
    return {
      /** What it answers to a command; `""` when it may run. */
      run: async (line: string, cwd = began) => {
        const answer = await send(command(at(cwd), line));
        return answer === '""' || answer === "{}" ? "" : answer;
      },
      fail: async (callId: string, cwd = began) => void (await send(failure(at(cwd), callId))),
      ask: async (text: string, cwd = began) => {
        const answers: string[] = [];
        for (const each of prompt(at(cwd), text)) answers.push(await send(each));
        return answers.at(-1) ?? "";
      },
    };
  };
  /** The events in the log of the project around a folder. */
  const recordsOf = async (root: string) => {
    const { lines } = (await test.call("/v1/export", { root })).body as { lines: string[] };
    const records = lines.map((line) => JSON.parse(line) as { type?: string; data?: object });
    return records.filter(({ type }) => type !== undefined);
  };
  const eventsOf = async (root: string) => (await recordsOf(root)).map(({ type }) => type ?? "");
  const doctor = async (root: string) => {
    const { body } = await test.call("/v1/doctor", { root });
    return (body as { checks: { name: string; state: string; detail: string }[] }).checks;
  };
  return { ...test, forbid, session, recordsOf, eventsOf, doctor };
}
