import type { Agent } from "../agent.js";

export const codex: Agent = {
  name: "codex",
  title: "Codex",
  option: "Codex: .codex/hooks.json and .codex/config.toml.",
  advice:
    "start Codex here and approve the hooks when it asks, or with /hooks: 'codex exec' skips hooks that are " +
    "not approved in silence",
  host: async () => (await import("./host.js")).codexHost(),
  setup: async () => (await import("./setup.js")).codexSetup,
  transcripts: async () => (await import("./transcripts.js")).codexTranscripts,
};
