import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSetup } from "./agent-setup.js";
import { hookCommands, ours } from "./claude-code.js";
import { plannedHooks } from "./hooks-file.js";
import { hookProbe } from "./probe.js";

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

export const codexSetup: AgentSetup = {
  name: "codex",
  title: "Codex",
  isHere: ({ root, hasProgram }) => hasProgram("codex") || existsSync(join(root, ".codex")),
  files: ({ root, dist }) => [
    plannedHooks(join(root, ".codex/hooks.json"), hookCommands(dist, "codex", codexEvents), ours),
  ],
  probe: ({ root }, folder, session) =>
    hookProbe(join(root, ".codex/hooks.json"), "SessionStart", ours.isOurs, {
      session_id: session,
      transcript_path: join(folder, `rollout-${session}.jsonl`),
      cwd: folder,
      hook_event_name: "SessionStart",
      model: "none",
      permission_mode: "default",
      source: "startup",
    }),
  next: "start Codex in this project, trust it, and approve the hooks with /hooks: until then it skips them without a word",
};
