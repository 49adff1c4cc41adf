import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSetup } from "./agent-setup.js";
import { type HookCommand, plannedHooks } from "./hooks-file.js";
import { hookProbe } from "./probe.js";

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
  probe: ({ root }, folder, session) =>
    hookProbe(join(root, ".claude/settings.local.json"), "SessionStart", isOurs, {
      session_id: session,
      transcript_path: join(folder, `${session}.jsonl`),
      cwd: folder,
      hook_event_name: "SessionStart",
      source: "startup",
    }),
  next: "start a new session of Claude Code in this project; it asks once whether it may use the server 'hive'",
};

/** A command for each event, in the form that Claude Code and Codex read. */
export function hookCommands(
  dist: string,
  host: string,
  names: readonly string[],
): Readonly<Record<string, HookCommand>> {
  const program = JSON.stringify(join(dist, "hook.cjs"));
  return Object.fromEntries(
    names.map((event) => [
      event,
      { type: "command" as const, command: `node ${program} ${host}${budgets[event] ?? ""}`, timeout: 10 },
    ]),
  );
}

/** Ours, from whichever place it was installed. */
export function isOurs(command: string): boolean {
  return /^node ".{1,1000}[\\/]hook\.cjs" (?:claude-code|codex)(?: \d+)?$/.test(command);
}
