import type { ProjectIdentity } from "./identify.js";

/** What a person calls the project: its id where it has one of its own, otherwise its folder. */
export function projectName({ key, from }: Pick<ProjectIdentity, "key" | "from">, root: string): string {
  return from === "config" ? key : (root.split(/[\\/]/).findLast((part) => part !== "") ?? root);
}
