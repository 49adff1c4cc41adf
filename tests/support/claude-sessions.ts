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
      works: async (command: string, stdout = "ok") => {
        calls += 1;
        const tool_response = { stdout, stderr: "" };
        await send({ hook_event_name: "PostToolUse", tool_response, ...use(command) });
      },
      end: () => send({ hook_event_name: "SessionEnd", reason: "other" }),
    };
  };
}
