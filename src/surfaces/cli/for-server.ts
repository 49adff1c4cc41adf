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

/** What makes a person of the caller, or shows a text instead of doing something. */
const personal = /^(?:--(?:by|yes|help)(?:=|$)|-[^-]*[yh])/;

/**
 * Whether a running server may run this command for a program. Never for a person: no option here says that
 * one speaks, and a server has no terminal. Nor for outcomes from a file or a pipe, which may be many, and hooks
 * would have to wait.
 */
export function isForServer([command = "", ...rest]: readonly string[]): boolean {
  if (!commands.has(command) || rest.some((word) => personal.test(word))) return false;
  return command !== "record" || rest.some((word) => /^--result(?:=|$)/.test(word));
}
