import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSetup } from "./agent-setup.js";
import { type HookCommand, plannedHooks } from "./hooks-file.js";

/** Milliseconds for an event, where they differ from the usual: a server may have to start, and the host kills what is slower at the end of a session. */
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
  files: ({ root, dist }) => [
    plannedHooks(join(root, ".claude/settings.local.json"), hookCommands(dist, "claude-code", events), ourProgram),
  ],
  next: "start a new session of Claude Code in this project",
};

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

/** The program that a command of ours starts, from whichever place it was installed; undefined for any other command. */
export function ourProgram(command: string): string | undefined {
  const quoted = /^node ("[^"]{1,1000}[\\/]hook\.cjs") (?:claude-code|codex|gemini|cursor)(?: \d+)?$/.exec(
    command,
  )?.[1];
  return quoted === undefined ? undefined : unquoted(quoted);
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
