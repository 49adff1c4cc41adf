import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LearningProject } from "./learning-project.js";

/** A project in which `npm run lint` works, and any other script is missing. */
export function addScripts({ project }: LearningProject): void {
  const scripts = { lint: "node -e 0" };
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "shop", version: "1.0.0", scripts }));
}

/** What an agent reads at a failure that another session knew. */
export const knownBefore = "This failed in an earlier session too.";
