import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSetup, SetupPlace } from "../setup/agent-setup.js";
import { hookCommands, ownHooks } from "../setup/hook-commands.js";
import { plannedHooks } from "../setup/hooks-file.js";
import { plannedServerTable } from "../setup/mcp-files.js";
import { hookProbe } from "../setup/probe.js";
import { examineApprovals } from "./approvals.js";

const name = "codex";

export const codexEvents = [
  "SessionStart",
  "UserPromptSubmit",
  "SubagentStart",
  "PreToolUse",
  "PostToolUse",
  "Stop",
  "SubagentStop",
  "SessionEnd",
];

/** The server may have to start for a session. At the end of one Codex waits 3 s, and warns of more. */
const times = {
  budgets: { SessionStart: 4_000, SessionEnd: 1_300 },
  timeout: 10,
  timeouts: { SessionEnd: 3 },
};

const own = ownHooks(name);
const hooksFile = ({ root }: SetupPlace) => join(root, ".codex/hooks.json");

export const codexSetup: AgentSetup = {
  isHere: ({ root, hasProgram }) => hasProgram("codex") || existsSync(join(root, ".codex")),
  files: (place) => [plannedHooks(hooksFile(place), hookCommands(place.dist, name, codexEvents, times), own)],
  mcpFile: (root, mcp) => plannedServerTable(join(root, ".codex/config.toml"), mcp),
  probe: (place, folder, session) =>
    hookProbe(hooksFile(place), "SessionStart", own.isOurs, {
      session_id: session,
      transcript_path: join(folder, `rollout-${session}.jsonl`),
      cwd: folder,
      hook_event_name: "SessionStart",
      model: "none",
      permission_mode: "default",
      source: "startup",
    }),
  examine: (place, user) =>
    examineApprovals({ root: place.root, file: hooksFile(place), events: codexEvents }, user),
  next:
    "start Codex in this project, trust it, and approve the hooks: it asks at its start, or with /hooks; " +
    "until then 'codex exec' skips them in silence",
};
