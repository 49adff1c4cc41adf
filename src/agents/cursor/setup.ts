import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSetup, SetupPlace } from "../setup/agent-setup.js";
import { hookCommands, ownHooks } from "../setup/hook-commands.js";
import { plannedHooks } from "../setup/hooks-file.js";
import { plannedServer } from "../setup/mcp-files.js";
import { hookProbe } from "../setup/probe.js";

const name = "cursor";

const events = [
  "sessionStart",
  "beforeSubmitPrompt",
  "preToolUse",
  "postToolUse",
  "postToolUseFailure",
  "afterAgentResponse",
  "stop",
  "sessionEnd",
];

const times = { budgets: { sessionStart: 4_000 }, timeout: 10 };

const own = ownHooks(name);
const hooksFile = ({ root }: SetupPlace) => join(root, ".cursor/hooks.json");

/** By its documentation: commands without groups, seconds, and a version of the file. */
export const cursorSetup: AgentSetup = {
  isHere: ({ root, hasProgram }) =>
    hasProgram("cursor") || hasProgram("cursor-agent") || existsSync(join(root, ".cursor")),
  files: (place) => {
    const commands = hookCommands(place.dist, name, events, times);
    const hooks = Object.fromEntries(
      Object.entries(commands).map(([event, { type: _, ...rest }]) => [event, rest]),
    );
    return [plannedHooks(hooksFile(place), hooks, own, { flat: true, settings: { version: 1 } })];
  },
  mcpFile: (root, mcp) => plannedServer(join(root, ".cursor/mcp.json"), mcp),
  probe: (place, folder, session) =>
    hookProbe(hooksFile(place), "sessionStart", own.isOurs, {
      conversation_id: session,
      generation_id: session,
      hook_event_name: "sessionStart",
      workspace_roots: [folder],
      session_id: session,
    }),
  next:
    "open the project in Cursor and trust it; its hooks follow its documentation and were never run in " +
    "Cursor",
};
