import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSetup } from "./agent-setup.js";
import { type HookCommand, plannedHooks } from "./hooks-file.js";

/** Milliseconds for an event, where they differ from the usual: the host kills what is slower at the end of a session. */
const budgets: Readonly<Record<string, string>> = { SessionStart: " 4000", SessionEnd: " 1300" };

const events = [
  "SessionStart",
  "UserPromptSubmit",
  "SubagentStart",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "Stop",
  "StopFailure",
  "SubagentStop",
  "SessionEnd",
];

/** In the project's local settings, which git leaves out: the path of the program is this machine's own. */
export const claudeCodeSetup: AgentSetup = {
  name: "claude-code",
  title: "Claude Code",
  isHere: ({ root, hasProgram }) => hasProgram("claude") || existsSync(join(root, ".claude")),
  files: ({ root, dist }) => [
    plannedHooks(join(root, ".claude/settings.local.json"), hookCommands(dist, "claude-code", events), isOurs),
  ],
  next: "start a new session of Claude Code in this project",
};

/** A command for each event, in the form that Claude Code, Codex and Gemini CLI read. */
export function hookCommands(
  dist: string,
  host: string,
  names: readonly string[],
  timeout = 10,
): Readonly<Record<string, HookCommand>> {
  const program = JSON.stringify(join(dist, "hook.cjs"));
  return Object.fromEntries(
    names.map((event) => [
      event,
      { type: "command" as const, command: `node ${program} ${host}${budgets[event] ?? ""}`, timeout },
    ]),
  );
}

/** Ours, from whichever place it was installed. */
export function isOurs(command: string): boolean {
  return /^node ".{1,1000}[\\/]hook\.cjs" (?:claude-code|codex|gemini|cursor)(?: \d+)?$/.test(command);
}
