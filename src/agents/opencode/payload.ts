import * as z from "zod/mini";

/*
 * The calls of our plugin in OpenCode: the hook's own input and output, typed from `recorded/`, with the
 * folder and what only the plugin knows about the session: its parent, its agent, and the agent's last text.
 */

const text = z.string();

const everyHook = {
  directory: text,
  /** The session that started this one. */
  parent: z.optional(text),
  agent: z.optional(text),
  /** OpenCode was started by `opencode run`: no person types. */
  headless: z.optional(z.boolean()),
  /** The last text of the agent. */
  said: z.optional(text),
};

const args = z.record(z.string(), z.unknown());

const failedPart = z.looseObject({
  type: z.literal("tool"),
  tool: text,
  callID: text,
  sessionID: text,
  state: z.looseObject({ status: z.literal("error"), input: args, error: text }),
});

/** A call of the plugin that we act on. */
export const opencodeCall = z.discriminatedUnion("hook", [
  z.looseObject({
    ...everyHook,
    hook: z.literal("chat.message"),
    input: z.looseObject({ sessionID: text }),
    output: z.looseObject({
      message: z.looseObject({ agent: text }),
      parts: z.array(z.looseObject({ type: text, text: z.optional(text) })),
    }),
  }),
  z.looseObject({
    ...everyHook,
    hook: z.literal("tool.execute.before"),
    input: z.looseObject({ tool: text, sessionID: text, callID: text }),
    output: z.looseObject({ args }),
  }),
  z.looseObject({
    ...everyHook,
    hook: z.literal("tool.execute.after"),
    input: z.looseObject({ tool: text, sessionID: text, callID: text, args }),
    output: z.looseObject({
      output: text,
      metadata: z.optional(z.looseObject({ exit: z.optional(z.nullable(z.int())) })),
    }),
  }),
  z.looseObject({
    ...everyHook,
    hook: z.literal("event"),
    input: z.discriminatedUnion("type", [
      z.looseObject({
        type: z.literal("message.part.updated"),
        properties: z.looseObject({ part: failedPart }),
      }),
      z.looseObject({ type: z.literal("session.idle"), properties: z.looseObject({ sessionID: text }) }),
      z.looseObject({ type: z.literal("session.error"), properties: z.looseObject({ sessionID: text }) }),
    ]),
  }),
  z.looseObject({ ...everyHook, hook: z.literal("dispose"), input: z.looseObject({ sessionID: text }) }),
]);

export type OpencodeCall = z.output<typeof opencodeCall>;
