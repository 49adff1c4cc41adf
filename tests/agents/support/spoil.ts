import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LearningProject } from "./learning-project.js";

/** A command that kills the project's server at once, as a crash would. */
export function killServer({ home }: LearningProject): string {
  const state = join(home, ".local/share/whetstone/server.json");
  return `kill -9 $(node -p 'JSON.parse(require("fs").readFileSync("${state}")).pid')`;
}

/** Puts something else where the project's database should be. */
export function corrupt({ database }: LearningProject): void {
  mkdirSync(dirname(database), { recursive: true });
  writeFileSync(database, "this is no database ".repeat(1_000));
}

/** What doctor says about the store, the server and what was given up. */
export function diagnosis(project: LearningProject): string {
  const { checks } = project.whetstone("doctor") as unknown as { checks: { name: string; detail: string }[] };
  return checks
    .filter(({ name }) => ["losses", "server", "store"].includes(name))
    .map(({ detail }) => detail)
    .join("\n");
}
