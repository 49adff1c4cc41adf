import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSetup, SetupPlace } from "../setup/agent-setup.js";
import { hookCommands, ownHooks } from "../setup/hook-commands.js";
import { type Hook, type HookCommand, type HookPost, plannedHooks } from "../setup/hooks-file.js";
import { plannedServer } from "../setup/mcp-files.js";
import { hookProbe } from "../setup/probe.js";
import { inMarkdown, slashCommands } from "../setup/slash-commands.js";
import { plannedStatusLine } from "./status-line.js";

const name = "claude-code";

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

/** The server may have to start for a session; Claude Code kills what is slower at the end of one. */
const times = { budgets: { SessionStart: 4_000, SessionEnd: 1_300 }, timeout: 10 };

/** The events of every tool call. The others are rare, and a program can start the server. */
const postedEvents = ["PreToolUse", "PostToolUse", "PostToolUseFailure"];

/**
 * After every batch of calls a program looks after the server, which a post cannot: it starts one where none runs,
 * and replaces one that hangs. The agent does not wait for it: what it is answered comes with its next turn.
 */
const watchingEvent = "PostToolBatch";

/** A server that does not answer delays every tool call by this much. */
const postTimeoutS = 1;

const own = ownHooks(name);

export function claudeCodeSetup(settingsFile: string): AgentSetup {
  return {
    isHere: ({ root, hasProgram }) => hasProgram("claude") || existsSync(join(root, ".claude")),
    files: (place) => [
      {
        ...plannedHooks(join(place.root, settingsFile), hooksFor(place), own),
        isPrivate: place.http !== undefined,
      },
    ],
    extras: (place) => [
      plannedStatusLine(join(place.root, settingsFile), place),
      ...slashCommands(
        place,
        (name) => join(place.root, `.claude/commands/whetstone/${name}.md`),
        inMarkdown,
      ),
    ],
    mcpFile: (root, mcp) => plannedServer(join(root, ".mcp.json"), mcp),
    probe: ({ root }, folder, session) =>
      hookProbe(join(root, settingsFile), "SessionStart", own.isOurs, {
        session_id: session,
        transcript_path: join(folder, `${session}.jsonl`),
        cwd: folder,
        hook_event_name: "SessionStart",
        source: "startup",
      }),
    trialPost: (root, session) => ({ hook_event_name: "StopFailure", session_id: session, cwd: root }),
    next: "start a new session of Claude Code in this project",
    nextWithServer:
      "start a new session of Claude Code in this project; it asks once whether it may use the server " +
      "'whetstone'",
  };
}

function hooksFor({ dist, http }: SetupPlace): Readonly<Record<string, Hook>> {
  const commands: Readonly<Record<string, HookCommand>> = hookCommands(dist, name, events, times);
  if (http === undefined) return commands;
  const { url, authorization } = http(name);
  const post: HookPost = {
    type: "http",
    url,
    headers: { Authorization: authorization, "X-Whetstone-Nested": "$WHETSTONE_NESTED" },
    allowedEnvVars: ["WHETSTONE_NESTED"],
    timeout: postTimeoutS,
  };
  const watching = commands[watchingEvent];
  return {
    ...commands,
    ...(watching === undefined ? {} : { [watchingEvent]: { ...watching, async: true as const } }),
    ...Object.fromEntries(postedEvents.map((event) => [event, post])),
  };
}
