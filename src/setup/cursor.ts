import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSetup } from "./agent-setup.js";
import { hookCommands, ours } from "./claude-code.js";
import { plannedHooks } from "./hooks-file.js";
import { hookProbe } from "./probe.js";

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

/** By its documentation: commands without groups, seconds, and a version of the file. */
export const cursorSetup: AgentSetup = {
  name: "cursor",
  title: "Cursor",
  isHere: ({ root, hasProgram }) =>
    hasProgram("cursor") || hasProgram("cursor-agent") || existsSync(join(root, ".cursor")),
  files: ({ root, dist }) => {
    const commands = hookCommands(dist, "cursor", events, { budgets: { sessionStart: 4_000 } });
    const hooks = Object.fromEntries(
      Object.entries(commands).map(([event, { type: _, ...rest }]) => [event, rest]),
    );
    return [
      plannedHooks(join(root, ".cursor/hooks.json"), hooks, ours, { flat: true, settings: { version: 1 } }),
    ];
  },
  probe: ({ root }, folder, session) =>
    hookProbe(join(root, ".cursor/hooks.json"), "sessionStart", ours.isOurs, {
      conversation_id: session,
      generation_id: session,
      hook_event_name: "sessionStart",
      workspace_roots: [folder],
      session_id: session,
    }),
  next: "open the project in Cursor and trust it; its hooks are written from its documentation and were never tried in Cursor itself",
};
