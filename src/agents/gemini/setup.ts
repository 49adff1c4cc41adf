import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSetup, SetupPlace } from "../setup/agent-setup.js";
import { hookCommands, ownHooks } from "../setup/hook-commands.js";
import { plannedHooks } from "../setup/hooks-file.js";
import { plannedServer } from "../setup/mcp-files.js";
import { hookProbe } from "../setup/probe.js";
import { inToml, slashCommands } from "../setup/slash-commands.js";

const name = "gemini";

const events = ["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "SessionEnd"];

/**
 * Time to start a server. Gemini CLI waits for its hooks at the end of a session too; it counts milliseconds.
 */
const times = { budgets: { SessionStart: 4_000, SessionEnd: 4_000 }, timeout: 10_000 };

const own = ownHooks(name);
const settingsFile = ({ root }: SetupPlace) => join(root, ".gemini/settings.json");

export const geminiSetup: AgentSetup = {
  isHere: ({ root, hasProgram }) => hasProgram("gemini") || existsSync(join(root, ".gemini")),
  files: (place) => [plannedHooks(settingsFile(place), hookCommands(place.dist, name, events, times), own)],
  extras: (place) =>
    slashCommands(place, (name) => join(place.root, `.gemini/commands/whetstone/${name}.toml`), inToml),
  mcpFile: (root, mcp) => plannedServer(join(root, ".gemini/settings.json"), mcp),
  probe: (place, folder, session) =>
    hookProbe(settingsFile(place), "SessionStart", own.isOurs, {
      session_id: session,
      transcript_path: join(folder, `${session}.jsonl`),
      cwd: folder,
      hook_event_name: "SessionStart",
      timestamp: new Date().toISOString(),
      source: "startup",
    }),
  examine: ({ root }, { folder = root }) =>
    folder === root
      ? []
      : [
          {
            detail: `Gemini CLI reads no hooks when it is started in ${folder}, below the root of the project`,
            next: `start Gemini CLI in ${root}`,
          },
        ],
  next:
    "start a new session of Gemini CLI in the root of this project and trust the folder: it skips all hooks in " +
    "folders that are not trusted, and reads none of them when it is started in a subfolder",
};
