import type { Agent } from "../agent.js";

export const gemini: Agent = {
  name: "gemini",
  title: "Gemini CLI",
  option: "Gemini CLI: .gemini/settings.json.",
  advice:
    "trust this folder in Gemini CLI with /permissions and start a new session: it skips all hooks in " +
    "folders that are not trusted",
  marks: ["GEMINI_CLI"],
  host: async () => (await import("./host.js")).geminiHost(),
  setup: async () => (await import("./setup.js")).geminiSetup,
};
