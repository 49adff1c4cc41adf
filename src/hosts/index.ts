import { claudeCode } from "./claude-code/claude-code.js";
import { codex } from "./codex/codex.js";
import { cursor } from "./cursor/cursor.js";
import { gemini } from "./gemini/gemini.js";
import type { Host } from "./host.js";
import { opencode } from "./opencode/opencode.js";
import { plugin } from "./plugin.js";

const agents = {
  claudeCode: claudeCode(),
  codex: codex(),
  opencode: opencode(),
  gemini: gemini(),
  cursor: cursor(),
};

/** Every agent that we know the hooks of, by its name. */
export const hosts: Readonly<Record<string, Host>> = Object.fromEntries(
  [...Object.values(agents), plugin(agents)].map((host) => [host.name, host]),
);
