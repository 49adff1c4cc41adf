import type { Agent } from "../agent.js";

export const cursor: Agent = {
  name: "cursor",
  title: "Cursor",
  option: "Cursor: .cursor/hooks.json and .cursor/mcp.json; written from its documentation, never run in it.",
  advice:
    "open this folder in Cursor, trust it, and look at Hooks in its settings: this was never run in Cursor",
  // Not CURSOR_TRACE_ID: a person's terminal in Cursor has that too.
  host: async () => (await import("./host.js")).cursorHost(),
  setup: async () => (await import("./setup.js")).cursorSetup,
};
