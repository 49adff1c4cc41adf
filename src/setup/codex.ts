import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentSetup } from "./agent-setup.js";
import { hookCommands, isOurs } from "./claude-code.js";
import { holdsHooks, withHooks, withoutHooks } from "./hooks-file.js";

const events = [
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
  files: ({ root, dist }) => {
    const path = join(root, ".codex/hooks.json");
    const hooks = hookCommands(dist, "codex", events);
    return [
      {
        path,
        after: (before) => withHooks(path, before, hooks, isOurs),
        holdsOurs: (text) => holdsHooks(path, text, isOurs),
        without: (text) => withoutHooks(path, text, isOurs),
      },
    ];
  },
  next: "start Codex in this project and approve the hooks with /hooks: until then it skips them without a word",
};
