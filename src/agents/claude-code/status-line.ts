import { homedir } from "node:os";
import { join } from "node:path";
import type { PlannedFile, SetupPlace } from "../setup/agent-setup.js";
import { jsonAt } from "../setup/edit-json.js";
import { plannedJsonEntry } from "../setup/json-entry.js";
import { readSettings } from "../setup/plan-setup.js";

const path = ["statusLine"] as const;
const ours = /[\\/]cli[\\/]main\.cjs" status-line --root /;

/**
 * One line of Claude Code that says what is known here and what waits. It belongs to the person: where one is
 * set, in these settings or in weaker ones, it stays.
 */
export function plannedStatusLine(file: string, place: SetupPlace): PlannedFile {
  const { root, dist, env = {} } = place;
  const program = JSON.stringify(join(dist, "cli/main.cjs"));
  const planned = plannedJsonEntry(file, {
    path,
    value: { type: "command", command: `node ${program} status-line --root ${JSON.stringify(root)}` },
    isOurs: ({ command }) => typeof command === "string" && ours.test(command),
    theirs: "it has a status line of its own, which was left as it is",
    entries: "a status line",
  });
  const home = env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), ".claude");
  const weaker = [join(root, ".claude/settings.json"), join(home, "settings.json")];
  return {
    ...planned,
    after: (before) =>
      planned.holdsOurs(before ?? "") || !weaker.some(hasStatusLine) ? planned.after(before) : (before ?? ""),
    // A person who has one of their own misses nothing.
    left: () => undefined,
  };
}

/** A file that cannot be read says nothing: the agent reports it. */
function hasStatusLine(file: string): boolean {
  try {
    const text = readSettings(file);
    return text !== null && text.trim() !== "" && jsonAt(text, path) !== undefined;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}
