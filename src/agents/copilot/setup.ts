import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSetup, SetupPlace } from "../setup/agent-setup.js";
import { hookCommands, ownHooks } from "../setup/hook-commands.js";
import { plannedHooks } from "../setup/hooks-file.js";
import { plannedServer } from "../setup/mcp-files.js";
import { hookProbe } from "../setup/probe.js";

const name = "copilot";

/** Written like Claude Code's: then the payloads name the event and its tools. */
const events = [
  "SessionStart",
  "UserPromptSubmit",
  "SubagentStart",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "SubagentStop",
  "SessionEnd",
];

/** Time to start a server. */
const times = { budgets: { SessionStart: 4_000 }, timeout: 10 };

const own = ownHooks(name);
const hooksFile = ({ root }: Pick<SetupPlace, "root">) => join(root, ".github/hooks/whetstone.json");

export const copilotSetup: AgentSetup = {
  isHere: ({ root, hasProgram }) => hasProgram("copilot") || existsSync(join(root, ".github/hooks")),
  files: (place) => [
    plannedHooks(hooksFile(place), hookCommands(place.dist, name, events, times), own, {
      flat: true,
      settings: { version: 1 },
    }),
  ],
  mcpFile: (root, mcp) => plannedServer(join(root, ".mcp.json"), mcp),
  probe: (place, folder, session) =>
    hookProbe(hooksFile(place), "SessionStart", own.isOurs, {
      hook_event_name: "SessionStart",
      session_id: session,
      timestamp: new Date().toISOString(),
      cwd: folder,
      source: "new",
    }),
  next:
    "start a new session of Copilot CLI in this project and trust the folder: it loads no hooks in a folder that " +
    "is not trusted",
};
