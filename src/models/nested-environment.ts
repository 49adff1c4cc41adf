import { delimiter } from "node:path";
import type { Variables } from "../config/environment.js";

/**
 * Set for every agent that we start. Our hooks and servers see it and do nothing, so that no call leads to
 * another.
 */
const nestedMarker = "WHETSTONE_NESTED";

/** What an agent tells its hooks about the session at hand; the agent that we start is in none. */
const ofTheSession = [
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_ENV_FILE",
  "CLAUDE_PID",
  "CLAUDE_PLUGIN_DATA",
  "CLAUDE_PLUGIN_ROOT",
  "CLAUDE_PROJECT_DIR",
];

/**
 * The caller's environment for an agent: its login may depend on any variable, and it has no tool that could
 * read one out. Programs come only from `path`, and `extra` has the last word.
 */
export function nestedEnvironment(
  variables: Variables,
  path: readonly string[],
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = Object.entries(variables).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !ofTheSession.includes(pair[0]),
  );
  return { ...Object.fromEntries(kept), ...extra, PATH: path.join(delimiter), [nestedMarker]: "1" };
}
