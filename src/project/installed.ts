import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../files/make-folder.js";
import { replaceFile } from "../files/replace-file.js";

/** A file that `init` wrote, as it was before and as it was left. */
export interface InstalledFile {
  readonly path: string;
  /** Null when there was none. */
  readonly before: string | null;
  readonly after: string;
  /** Folders that were made for it, the innermost first. */
  readonly folders: readonly string[];
}

/** One agent whose hooks were installed in this project. */
export interface InstalledAgent {
  readonly agent: string;
  /** When, as ISO 8601 in UTC. */
  readonly at: string;
  readonly files: readonly InstalledFile[];
}

function fileIn(folder: string): string {
  return join(folder, "installed.json");
}

/** What `init` did in this project; empty when nothing, or when `.whetstone/` was deleted since. `folder` is `.whetstone/`. */
export function readInstalled(folder: string): readonly InstalledAgent[] {
  try {
    const { agents } = JSON.parse(readFileSync(fileIn(folder), "utf8")) as { agents?: unknown };
    return Array.isArray(agents) ? agents.filter(isInstalledAgent) : [];
  } catch {
    return [];
  }
}

export function writeInstalled(folder: string, agents: readonly InstalledAgent[]): void {
  if (agents.length === 0) {
    rmSync(fileIn(folder), { force: true });
    return;
  }
  makeFolder(folder);
  const ignore = join(folder, ".gitignore");
  if (!existsSync(ignore)) replaceFile(ignore, "*\n");
  // What was written is in here, and with it the keys that it holds.
  replaceFile(fileIn(folder), `${JSON.stringify({ agents }, null, 2)}\n`, 0o600);
}

function isInstalledAgent(value: unknown): value is InstalledAgent {
  const { agent, at, files } = Object(value) as Partial<Record<keyof InstalledAgent, unknown>>;
  return typeof agent === "string" && typeof at === "string" && Array.isArray(files);
}
