import { existsSync } from "node:fs";
import { join } from "node:path";
import { isHookUrl } from "../project/http-hooks.js";
import type { AgentSetup, SetupPlace } from "./agent-setup.js";
import { type Hook, type HookCommand, type HookPost, type OwnHooks, plannedHooks } from "./hooks-file.js";
import { hookProbe } from "./probe.js";

/**
 * Milliseconds for an event, where they differ from the usual: a server may have to start, and the host kills
 * what is slower at the end of a session.
 */
const budgets: Readonly<Record<string, number>> = { SessionStart: 4_000, SessionEnd: 1_300 };

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
      ...plannedHooks(join(place.root, ".claude/settings.local.json"), hooksFor(place), ours),
      isPrivate: place.http !== undefined,
    },
  ],
  probe: ({ root }, folder, session) =>
    hookProbe(join(root, ".claude/settings.local.json"), "SessionStart", ours.isOurs, {
      session_id: session,
      transcript_path: join(folder, `${session}.jsonl`),
      cwd: folder,
      hook_event_name: "SessionStart",
      source: "startup",
    }),
  next: "start a new session of Claude Code in this project; it asks once whether it may use the server 'hive'",
};

/**
 * Those of every tool call, which Claude Code can post by itself. The others are rare, and start a server
 * that is gone.
 */
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

interface HookTimes {
  /** Milliseconds for the events that need others than the usual. */
  readonly budgets?: Readonly<Record<string, number>>;
  /** In the unit of the agent. */
  readonly timeout?: number;
}

/** A command for each event, in the form that Claude Code, Codex and Gemini CLI read. */
export function hookCommands(
  dist: string,
  host: string,
  names: readonly string[],
  { budgets: special = budgets, timeout = 10 }: HookTimes = {},
): Readonly<Record<string, HookCommand>> {
  const program = `node ${JSON.stringify(join(dist, "hook.cjs"))} ${host}`;
  return Object.fromEntries(
    names.map((event) => {
      const budget = special[event];
      const command = budget === undefined ? program : `${program} ${budget}`;
      return [event, { type: "command" as const, command, timeout }];
    }),
  );
}

/**
 * The program that a command of ours starts, from whichever place it was installed; undefined for any other
 * command.
 */
function programOf(command: string): string | undefined {
  const quoted = /^node ("[^"]{1,1000}[\\/]hook\.cjs") (?:claude-code|codex|gemini|cursor)(?: \d+)?$/.exec(
    command,
  )?.[1];
  return quoted === undefined ? undefined : unquoted(quoted);
}

/** How to know what is ours. */
export const ours: OwnHooks = {
  isOurs: (commandOrUrl) => isHookUrl(commandOrUrl) || programOf(commandOrUrl) !== undefined,
  programOf,
};

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
