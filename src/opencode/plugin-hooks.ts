import { SessionMemories } from "./session-memory.js";

/** Asks the local server; undefined when there was no answer. Never throws. */
export type Ask = (payload: object) => Promise<unknown>;

/** The hooks of OpenCode that we use, as far as we read what they are given. */
export interface PluginHooks {
  "chat.message"(input: { sessionID: string }, output: { message: { agent?: string } }): Promise<void>;
  "experimental.chat.system.transform"(
    input: { sessionID?: string },
    output: { system: string[] },
  ): Promise<void>;
  "experimental.text.complete"(input: { sessionID: string }, output: { text: string }): Promise<void>;
  "tool.execute.before"(input: { sessionID: string; callID: string }, output: object): Promise<void>;
  "tool.execute.after"(input: { sessionID: string }, output: object): Promise<void>;
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
 * Passes what happens on to the server. It keeps no lesson and decides nothing; a hook that throws would stop
 * the agent.
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
      const context = textAt(await send("chat.message", input.sessionID, input, output), "context");
      if (context !== undefined) memory.contexts.push(context);
    },

    async "experimental.chat.system.transform"({ sessionID }, { system }) {
      if (sessionID !== undefined) system.push(...sessions.of(sessionID).contexts);
    },

    async "experimental.text.complete"({ sessionID }, { text }) {
      sessions.of(sessionID).said = text;
    },

    async "tool.execute.before"(input, output) {
      const refusal = textAt(await send("tool.execute.before", input.sessionID, input, output), "refusal");
      if (refusal === undefined) return;
      refused.add(input.callID);
      // To throw is how OpenCode is told no: the model reads the message as the tool's result.
      throw new Error(refusal);
    },

    async "tool.execute.after"(input, output) {
      await send("tool.execute.after", input.sessionID, input, output);
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
      // A call that we refused did not fail.
      if (failed && part.sessionID !== undefined && !refused.delete(part.callID ?? ""))
        await send("event", part.sessionID, event);
    },

    async dispose() {
      await Promise.allSettled(pending);
      for (const sessionID of sessions.roots()) await send("dispose", sessionID, { sessionID });
    },
  };
}

function textAt(answer: unknown, field: string): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const value: unknown = Reflect.get(answer, field);
  return typeof value === "string" ? value : undefined;
}
