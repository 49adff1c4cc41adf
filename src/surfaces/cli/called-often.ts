/** Commands that programs and agents call again and again, and that are answered at once. */
const commands = new Set([
  "ack",
  "brief",
  "check-tool",
  "complete",
  "deliberate",
  "gate",
  "plan",
  "record",
  "search",
  "status",
  "status-line",
]);
/** Programs of their own that are started as often. */
const programs = new Set(["hook", "mcp", "serve"]);

/** Whether nothing of the command is under way once it has answered. */
export function isAnsweredAtOnce([command = ""]: readonly string[]): boolean {
  return commands.has(command);
}

/** Whether it is worth keeping what was compiled for the command: it is called often, and not for its help. */
export function isCalledOften([command = "", ...rest]: readonly string[]): boolean {
  if (!commands.has(command) && !programs.has(command)) return false;
  return !rest.includes("--help") && !rest.includes("-h");
}
