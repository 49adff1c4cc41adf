import { existsSync } from "node:fs";
import { join } from "node:path";
import { isHookUrl } from "../project/http-hooks.js";
import type { AgentSetup, SetupPlace } from "./agent-setup.js";
import { type Hook, type HookCommand, type HookPost, plannedHooks } from "./hooks-file.js";

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
  files: (place) => [
    {
      ...plannedHooks(join(place.root, ".claude/settings.local.json"), hooksFor(place), isOurs),
      isPrivate: place.http !== undefined,
    },
  ],
  next: "start a new session of Claude Code in this project",
};

/** Those of every tool call, which Claude Code can post by itself. The others are rare, and start a server that is gone. */
const posted = ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch"];

function hooksFor({ dist, http }: SetupPlace): Readonly<Record<string, Hook>> {
  const commands = hookCommands(dist, "claude-code", events);
  if (http === undefined) return commands;
  const { url, authorization } = http("claude-code");
  const post: HookPost = {
    type: "http",
    url,
    headers: { Authorization: authorization, "X-Whetstone-Nested": "$WHETSTONE_NESTED" },
    allowedEnvVars: ["WHETSTONE_NESTED"],
    timeout: postTimeoutS,
  };
  return { ...commands, ...Object.fromEntries(posted.map((event) => [event, post])) };
}

/** A server that does not answer holds up every call of the agent for so long. */
const postTimeoutS = 3;

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
  if (isHookUrl(command)) return true;
  return /^node ".{1,1000}[\\/]hook\.cjs" (?:claude-code|codex)(?: \d+)?$/.test(command);
}
