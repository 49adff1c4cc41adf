import { isHostRequest } from "../../host-request.js";

/** Asks the local server; undefined when there was no answer. Never throws. */
export type Ask = (payload: object) => Promise<unknown>;

/** OpenCode's hooks that the plugin uses, with the fields that it reads. */
export interface PluginHooks {
  "chat.message"(input: { sessionID: string }, output: { message: { agent?: string } }): Promise<void>;
  "experimental.chat.system.transform"(
    input: { sessionID?: string },
    output: { system: string[] },
  ): Promise<void>;
  "experimental.text.complete"(input: { sessionID: string }, output: { text: string }): Promise<void>;
  "tool.execute.before"(input: { sessionID: string; callID: string }, output: object): Promise<void>;
  "tool.execute.after"(input: { sessionID: string }, output: { output?: unknown }): Promise<void>;
  event(input: { event: OpencodeEvent }): Promise<void>;
  dispose(): Promise<void>;
}

interface OpencodeEvent {
  readonly type: string;
  readonly properties: {
    readonly sessionID?: string;
    readonly info?: { readonly id?: string; readonly parentID?: string };
    readonly part?: {
      readonly type?: string;
      readonly sessionID?: string;
      readonly callID?: string;
      readonly state?: { readonly status?: string };
    };
  };
}

/**
 * Passes each event on to the server, which decides. No hook throws except to refuse a call: an error would
 * stop the agent.
 */
export function pluginHooks(directory: string, ask: Ask): PluginHooks {
  const sessions = new SessionMemories();
  const refused = new Set<string>();
  const pending = new Set<Promise<unknown>>();

  const send = (hook: string, session: string, input: object, output?: object) => {
    const { parent, agent, said } = sessions.of(session);
    const asked = ask({ hook, directory, parent, agent, said, input, output });
    pending.add(asked);
    return asked.finally(() => pending.delete(asked));
  };

  return {
    async "chat.message"(input, output) {
      const memory = sessions.of(input.sessionID);
      memory.agent = output.message.agent;
      const context = textField(await send("chat.message", input.sessionID, input, output), "context");
      if (context !== undefined) memory.contexts.push(context);
    },

    async "experimental.chat.system.transform"({ sessionID }, { system }) {
      // OpenCode asks for the title and the summary of a chat in the name of its session.
      if (sessionID === undefined || system.some(isHostRequest)) return;
      system.push(...sessions.of(sessionID).contexts);
    },

    async "experimental.text.complete"({ sessionID }, { text }) {
      sessions.of(sessionID).said = text;
    },

    async "tool.execute.before"(input, output) {
      const refusal = textField(await send("tool.execute.before", input.sessionID, input, output), "refusal");
      if (refusal === undefined) return;
      refused.add(input.callID);
      // An error refuses the call; the model reads its message as the result of the tool.
      throw new Error(refusal);
    },

    async "tool.execute.after"(input, output) {
      const told = textField(await send("tool.execute.after", input.sessionID, input, output), "context");
      // The model reads it at the end of the result.
      if (told !== undefined && typeof output.output === "string") output.output += `\n\n${told}`;
    },

    async event({ event }) {
      const { info, part, sessionID } = event.properties;
      if (event.type === "session.created" && info?.id !== undefined)
        sessions.of(info.id).parent = info.parentID;
      if (event.type === "session.idle" || event.type === "session.error") {
        if (sessionID !== undefined) await send("event", sessionID, event);
      }
      const failed =
        event.type === "message.part.updated" && part?.type === "tool" && part.state?.status === "error";
      // A call that was refused did not fail.
      if (!failed || part.sessionID === undefined || refused.delete(part.callID ?? "")) return;
      // The result of a tool that threw cannot be changed: the model reads it with its next request.
      const told = textField(await send("event", part.sessionID, event), "context");
      if (told !== undefined) sessions.of(part.sessionID).contexts.push(told);
    },

    async dispose() {
      await Promise.allSettled(pending);
      for (const sessionID of sessions.roots()) await send("dispose", sessionID, { sessionID });
    },
  };
}

/** Facts about a session that OpenCode does not repeat with every hook. */
interface SessionMemory {
  parent: string | undefined;
  agent: string | undefined;
  /** The last text of its agent. */
  said: string | undefined;
  /** Texts for the system prompt of its requests. */
  readonly contexts: string[];
}

/** Of one OpenCode process; older sessions are forgotten. */
const sessionsKept = 500;

class SessionMemories {
  readonly #sessions = new Map<string, SessionMemory>();

  of(id: string): SessionMemory {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const fresh: SessionMemory = { parent: undefined, agent: undefined, said: undefined, contexts: [] };
    this.#sessions.set(id, fresh);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > sessionsKept && oldest !== undefined) this.#sessions.delete(oldest);
    return fresh;
  }

  /** The ids of the sessions that a person began. */
  roots(): readonly string[] {
    return [...this.#sessions].flatMap(([id, { parent }]) => (parent === undefined ? [id] : []));
  }
}

function textField(answer: unknown, field: string): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const value: unknown = Reflect.get(answer, field);
  return typeof value === "string" ? value : undefined;
}
