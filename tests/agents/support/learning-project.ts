import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { acceptIn } from "../../support/accept.js";
import { patientSettings } from "../../support/patience.js";
import { type AgentHome, agentHome } from "./agent-home.js";
import type { AgentName } from "./install-agent.js";

export const repository = join(import.meta.dirname, "../../..");
export const program = join(repository, "dist/cli/main.cjs");
export const pluginFolder = join(repository, "plugins/whetstone");

export interface LearningProject extends AgentHome {
  /** Calls the command line in the project and returns what it printed as JSON. */
  whetstone(...args: string[]): Record<string, unknown>;
  /** The events of the log, of one type. */
  events(type: string): readonly Record<string, never>[];
  /** The file of the project's database. */
  readonly database: string;
}

/** A project of a fresh person whose agent runs with Whetstone. Its server is stopped when the test ends. */
export function learningProject(name: AgentName, settings: object = patientSettings): LearningProject {
  const place = agentHome(name);
  writeFileSync(
    join(place.project, "whetstone.json"),
    JSON.stringify({ project: "agent-test", ...settings }),
  );
  spawnSync("git", ["init", "-q", place.project]);
  acceptIn(place.project, place.env);
  const call = (args: readonly string[]) =>
    spawnSync(process.execPath, [program, ...args], { cwd: place.project, env: place.env, encoding: "utf8" });
  onTestFinished(() => void call(["serve", "--stop"]));
  return {
    ...place,
    whetstone: (...args) => JSON.parse(call([...args, "--json"]).stdout || "{}"),
    events: (type) =>
      call(["export"])
        .stdout.split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .filter((event) => event.type === type),
    database: join(place.home, ".local/share/whetstone/projects/agent-test/store.db"),
  };
}
