import type { Moment, Place } from "../moment.js";
import type { OpencodeCall } from "./payload.js";
import { opencodeTools, toolUseOf } from "./tool-use.js";

/** The moments that a call of the plugin stands for. */
export function momentsOf(call: OpencodeCall): readonly Moment[] {
  switch (call.hook) {
    case "chat.message":
      return [messageMoment(call)];
    case "tool.execute.before": {
      const { tool, sessionID, callID } = call.input;
      return [
        { ...placeOf(call, sessionID), kind: "before-tool", use: toolUseOf(tool, callID, call.output.args) },
      ];
    }
    case "tool.execute.after":
      return [resultMoment(call)];
    case "event":
      return eventMoments(call);
    case "dispose":
      return [{ ...placeOf(call, call.input.sessionID), kind: "session-end" }];
  }
}

type CallOf<Hook extends OpencodeCall["hook"]> = Extract<OpencodeCall, { readonly hook: Hook }>;

function messageMoment(call: CallOf<"chat.message">): Moment {
  const { message, parts } = call.output;
  const place = placeOf({ ...call, agent: message.agent }, call.input.sessionID);
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text ?? ""] : [])).join("\n");
  return { ...place, kind: "prompt", text };
}

/** A shell that fails still has a result, with its exit code; any other tool that fails has none. */
function resultMoment(call: CallOf<"tool.execute.after">): Moment {
  const { tool, sessionID, callID, args } = call.input;
  const { output, metadata } = call.output;
  const exit = metadata?.exit;
  return {
    ...placeOf(call, sessionID),
    kind: "after-tool",
    use: toolUseOf(tool, callID, args),
    output: tool === "bash" ? output : "",
    facts: typeof exit === "number" ? { exitCode: exit } : { isError: false },
  };
}

function eventMoments(call: CallOf<"event">): readonly Moment[] {
  const { input } = call;
  if (input.type === "message.part.updated") {
    const { tool, callID, sessionID, state } = input.properties.part;
    const after = { ...placeOf(call, sessionID), kind: "after-tool", output: state.error } as const;
    const use = toolUseOf(tool, callID, state.input);
    const refused = ownTools.has(tool) ? refusal.exec(state.error) : null;
    if (refused === null) return [{ ...after, use, facts: { isError: true } }];
    return [{ ...after, use, facts: { rejected: true }, refusedWith: refused[1]?.trim() }];
  }
  const place = placeOf(call, input.properties.sessionID);
  if (input.type === "session.error") return [{ ...place, kind: "turn-failed" }];
  // OpenCode offers no way to ask for one more turn.
  return call.said === undefined ? [] : [{ ...place, kind: "answer", text: call.said, mayGoOn: false }];
}

/** OpenCode's message for a call that a person refused, with the person's words, if any, or that a rule did. */
const refusal =
  /^The user (?:rejected permission to use this specific tool call(?: with the following feedback: ([\s\S]+)|\.)|has specified a rule which prevents you from using this specific tool call\.)/;
/** The error of any other tool may hold any text: for those nothing is heard. */
const ownTools = new Set(
  "bash edit write patch apply_patch multiedit read list glob grep webfetch websearch".split(" "),
);

interface Where {
  readonly directory: string;
  readonly parent?: string | undefined;
  readonly agent?: string | undefined;
}

/** The agent that a person talks to is `build`, unless they chose another. */
function placeOf({ directory, parent, agent }: Where, session: string): Place {
  return {
    host: "opencode",
    root: directory,
    session: parent ?? session,
    run: session,
    role: agent === "build" ? undefined : agent,
    tools: opencodeTools,
  };
}
