import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSetup } from "./agent-setup.js";
import { hookCommands, ours } from "./claude-code.js";
import { plannedHooks } from "./hooks-file.js";
import { hookProbe } from "./probe.js";

/** Time to start a server. It waits for its hooks at the end of a session too. */
const times = { budgets: { SessionStart: 4_000, SessionEnd: 4_000 }, timeout: 10_000 };

const events = ["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "SessionEnd"];

export const geminiSetup: AgentSetup = {
  name: "gemini",
  title: "Gemini CLI",
  isHere: ({ root, hasProgram }) => hasProgram("gemini") || existsSync(join(root, ".gemini")),
  files: ({ root, dist }) => [
    plannedHooks(join(root, ".gemini/settings.json"), hookCommands(dist, "gemini", events, times), ours),
  ],
  probe: ({ root }, folder, session) =>
    hookProbe(join(root, ".gemini/settings.json"), "SessionStart", ours.isOurs, {
      session_id: session,
      transcript_path: join(folder, `${session}.jsonl`),
      cwd: folder,
      hook_event_name: "SessionStart",
      timestamp: new Date().toISOString(),
      source: "startup",
    }),
  next: "start a new session of Gemini CLI in this project and trust the folder: elsewhere it skips all hooks",
};
