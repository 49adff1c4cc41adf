import { addressOf, type Place } from "../place.js";

/** What the project's own checks do not look at, as those of the machine do. */
export const machineNames: readonly string[] = ["agent settings", "http hooks", "server"];

/** What each check looks at, as a person says it. */
const titles: Readonly<Record<string, string>> = {
  runtime: "Node",
  store: "Database",
  loop: "Lessons reach sessions",
  policy: "Learned limits",
  instructions: "Instruction files",
  checks: "Programs that checks run",
  model: "Language model",
  losses: "Skipped work",
  input: "Refused input",
  "agent settings": "Agent setup",
  "http hooks": "Calls posted by agents",
  server: "Local server",
  "read models": "Views of the log",
};

export function titleOf(name: string): string {
  return titles[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Where the numbers of each check were counted. */
const behind: Readonly<Record<string, Pick<Place, "view"> & Partial<Place>>> = {
  store: { view: "log" },
  clock: { view: "log" },
  loop: { view: "log", query: { type: "outcome-" } },
  insights: { view: "lessons", query: { kind: "insight" } },
  policy: { view: "policy" },
  trials: { view: "log", query: { type: "trial-session-ended" } },
  instructions: { view: "lessons", query: { kind: "directive", stage: "shown" } },
  search: { view: "lessons" },
  agents: { view: "sessions" },
};

/** The address of what a check counted; undefined for what is not in the log. */
export function addressBehind(project: string, check: string): string | undefined {
  const place = behind[check];
  return place && addressOf({ project, ...place });
}
