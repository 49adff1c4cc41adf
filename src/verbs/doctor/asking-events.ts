/** The events by which agents ask whether a tool may run. One without an answer runs unchecked. */
export const askingEvents: ReadonlySet<unknown> = new Set([
  "PreToolUse",
  "preToolUse",
  "BeforeTool",
  "tool.execute.before",
]);
