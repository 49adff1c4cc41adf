import type { Agent } from "../agent.js";

export const codex: Agent = {
  name: "codex",
  title: "Codex",
  option: "Codex: .codex/hooks.json and .codex/config.toml.",
  advice: "start Codex here and approve the hooks with /hooks: it silently skips hooks that are not approved",
  host: async () => (await import("./host.js")).codexHost(),
  setup: async () => (await import("./setup.js")).codexSetup,
};
