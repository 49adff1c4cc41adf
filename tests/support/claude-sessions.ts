import { claudeCodeHost } from "../../src/agents/claude-code/host.js";
import { hostSpeaker } from "../../src/verbs/call/speaker.js";
import type { OpenedInTemp } from "./whetstone.js";

interface Output {
  readonly hookSpecificOutput?: Readonly<Record<string, string>>;
}

/** Sessions of Claude Code by what its agents do, through the host's own hooks. */
export function claudeSessions(ws: OpenedInTemp, clock?: () => number) {
  const host = claudeCodeHost(clock);
  const seenByHost = ws.as(hostSpeaker(host.name));
  let calls = 0;
  let batches = 0;
  return (session_id: string, agent: object = {}) => {
    const send = async (payload: object) => {
      const every = { session_id, cwd: ws.folder, ...agent };
      return (await host.handle({ ...every, ...payload }, async () => seenByHost)).body as Output | undefined;
    };
    const contextOf = (output: Output | undefined) => output?.hookSpecificOutput?.additionalContext ?? "";
    const use = (command: string) => ({
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: `call-${calls}`,
    });
    return {
      start: async () => contextOf(await send({ hook_event_name: "SessionStart", source: "startup" })),
      compacted: async () => contextOf(await send({ hook_event_name: "SessionStart", source: "compact" })),
      prompt: async (prompt: string) =>
        contextOf(await send({ hook_event_name: "UserPromptSubmit", prompt })),
      /** The reason for which a call is stopped; "" when it may run. */
      before: async (command: string) => {
        const output = await send({ hook_event_name: "PreToolUse", ...use(command) });
        return output?.hookSpecificOutput?.permissionDecisionReason ?? "";
      },
      fails: async (command: string, error: string) => {
        calls += 1;
        return contextOf(await send({ hook_event_name: "PostToolUseFailure", error, ...use(command) }));
      },
      /** Calls that the agent's host did not take: only the batch tells of them. */
      refusesInput: async (
        ...calls: readonly { readonly tool: string; readonly input: object; readonly error: string }[]
      ) => {
        batches += 1;
        const tool_calls = calls.map(({ tool, input, error }, at) => ({
          ...{ tool_name: tool, tool_input: input, tool_use_id: `batch-${batches}-${at}` },
          tool_response: `<tool_use_error>${error}</tool_use_error>`,
        }));
        return contextOf(await send({ hook_event_name: "PostToolBatch", tool_calls }));
      },
      works: async (command: string, stdout = "ok") => {
        calls += 1;
        const tool_response = { stdout, stderr: "" };
        await send({ hook_event_name: "PostToolUse", tool_response, ...use(command) });
      },
      end: () => send({ hook_event_name: "SessionEnd", reason: "other" }),
    };
  };
}
