import type { Agent } from "../agent.js";

export const codex: Agent = {
  name: "codex",
  title: "Codex",
  option: "Codex: .codex/hooks.json and .codex/config.toml.",
  advice: "start Codex here and approve the hooks with /hooks: it silently skips hooks that are not approved",
  marks: ["CODEX_THREAD_ID", "CODEX_CI", "CODEX_SANDBOX"],
  host: async () => (await import("./host.js")).codexHost(),
  setup: async () => (await import("./setup.js")).codexSetup,
};
