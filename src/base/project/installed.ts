import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { WhetstoneError } from "../errors.js";
import { isLink, makeFolder } from "../files/make-folder.js";
import { readIfThere } from "../files/read-if-there.js";
import { replaceFile } from "../files/replace-file.js";
import { agentSettings } from "./agent-settings.js";

/** A file that `init` wrote. */
export interface InstalledFile {
  readonly path: string;
  /** Its text before `init`; null when there was no file. */
  readonly before: string | null;
  readonly after: string;
  /** Folders that were made for it, the innermost first. */
  readonly folders: readonly string[];
}

/** One agent whose hooks were installed in this project. */
export interface InstalledAgent {
  readonly agent: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** What to do when its hooks never call. */
  readonly advice?: string;
  readonly files: readonly InstalledFile[];
}

function fileIn(folder: string): string {
  return join(folder, "installed.json");
}

/**
 * What `init` did in this project. Empty when it did nothing, or when the note was deleted or is damaged: the
 * entries of Whetstone are then recognised by their form. `folder` is `.whetstone/`.
 */
export function readInstalled(folder: string): readonly InstalledAgent[] {
  return noted(folder) ?? [];
}

/** A message about a damaged note; undefined when there is no note or a valid one. */
export function installedFault(folder: string): string | undefined {
  const file = fileIn(folder);
  return existsSync(file) && noted(folder) === undefined ? `${file} is damaged` : undefined;
}

function noted(folder: string): readonly InstalledAgent[] | undefined {
  const bytes = readIfThere(fileIn(folder), { ...agentSettings, refuseLinks: true });
  if (bytes === undefined) return undefined;
  try {
    const { agents } = Object(JSON.parse(bytes.toString("utf8"))) as { agents?: unknown };
    return Array.isArray(agents) ? agents.filter(isInstalledAgent) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function writeInstalled(folder: string, agents: readonly InstalledAgent[]): void {
  if (isLink(folder)) throw linkInTheWay(folder);
  if (agents.length === 0) {
    rmSync(fileIn(folder), { force: true });
    return;
  }
  makeFolder(folder);
  const ignore = join(folder, ".gitignore");
  if (!existsSync(ignore)) replaceFile(ignore, "*\n");
  // The note holds what was written, including keys.
  replaceFile(fileIn(folder), `${JSON.stringify({ agents }, null, 2)}\n`, 0o600);
}

function linkInTheWay(folder: string): WhetstoneError {
  return new WhetstoneError("not_writable", `${folder} is a link, and nothing is written through it`, {
    next: "delete the link and call again",
    values: { folder },
  });
}

function isInstalledAgent(value: unknown): value is InstalledAgent {
  const { agent, at, files } = Object(value) as Partial<Record<keyof InstalledAgent, unknown>>;
  return typeof agent === "string" && typeof at === "string" && Array.isArray(files);
}
