import { accept } from "../../src/base/project/accepted.js";
import { findProject } from "../../src/verbs/open/find-project.js";

/** Accepts what the whetstone.json around a folder asks for, as a person does by `whetstone trust`. */
export function acceptIn(start: string, env: Readonly<Record<string, string | undefined>>): void {
  accept(findProject({ start, env }).requested, "whetstone trust", "2026-01-01T00:00:00.000Z");
}
