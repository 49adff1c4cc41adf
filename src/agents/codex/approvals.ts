import { join } from "node:path";
import type { SetupProblem, SetupUser } from "../setup/agent-setup.js";
import { readable } from "../setup/examine-setup.js";

/** The approvals in Codex's own settings for the hooks of one file. */
export interface CodexApprovals {
  /** Whether Codex loads the settings of that project at all. */
  readonly projectTrusted: boolean;
  /** Events whose hook a person approved; only Codex knows whether the hook has changed since. */
  readonly approved: readonly string[];
  /** Events whose hook is not approved, or is switched off. */
  readonly skipped: readonly string[];
}

export interface CodexHooks {
  /** The project's folder. */
  readonly root: string;
  /** Its hooks.json. */
  readonly file: string;
  readonly events: readonly string[];
}

/**
 * Reads `config.toml`, where Codex keeps what a person approved: a table
 * `hooks.state."<file>:<event>:<group>:<hook>"` with a `trusted_hash`, and `enabled = false` for what was
 * switched off. Only these tables and `projects."<folder>"` are read.
 */
export function codexApprovals(config: string, { root, file, events }: CodexHooks): CodexApprovals {
  const tables = tablesIn(config);
  const trusted = tables.get(`projects.${root}`)?.includes('trust_level = "trusted"') === true;
  const isApproved = (event: string) =>
    [...tables].some(
      ([name, lines]) =>
        name.startsWith(`hooks.state.${file}:${eventKey(event)}:`) &&
        lines.some((line) => /^trusted(?:_content)?_hash = ".+"$/.test(line)) &&
        !lines.includes("enabled = false"),
    );
  return {
    projectTrusted: trusted,
    approved: events.filter(isApproved),
    skipped: events.filter((event) => !isApproved(event)),
  };
}

/** Whether Codex runs the hooks that `init` wrote: it silently skips those that a person has not approved. */
export function examineApprovals(hooks: CodexHooks, { env, home }: SetupUser): readonly SetupProblem[] {
  const path = join(env.CODEX_HOME || join(home, ".codex"), "config.toml");
  const read = (text: string) => codexApprovals(text, hooks);
  const config = readable(path, read) ?? "";
  if (typeof config === "object")
    return [{ detail: config.fault, next: "correct the file: it says whether Codex runs our hooks" }];
  const why = reasonIn(read(config));
  if (why === undefined) return [];
  const next = "start Codex in this project, trust the folder, and approve the hooks with /hooks";
  return [{ detail: `${why}, according to ${path}`, next }];
}

function reasonIn({ projectTrusted, approved, skipped }: CodexApprovals): string | undefined {
  if (!projectTrusted) return "Codex does not trust this project, so it loads none of its hooks";
  if (approved.length === 0) return "our hooks are not approved in Codex, so it silently skips them";
  return skipped.length === 0
    ? undefined
    : `our hooks for ${skipped.join(", ")} are not approved in Codex, or are switched off`;
}

/** The lines of each table, by its name without quotes, with one space around `=`. */
function tablesIn(config: string): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, string[]>();
  let lines: string[] = [];
  for (const raw of config.split(/\r?\n/)) {
    const line = raw.trim();
    const header = /^\[([^[\]].*)\]$/.exec(line);
    if (header === null) {
      lines.push(line.replace(/^([\w-]{1,100})\s*=\s*/, "$1 = "));
      continue;
    }
    lines = [];
    tables.set(tableName(header[1] ?? ""), lines);
  }
  return tables;
}

/**
 * `hooks.state."/a b:stop:0:0"` as `hooks.state./a b:stop:0:0`: a path holds no quote on any system that
 * Codex runs on.
 */
function tableName(header: string): string {
  return header
    .replace(/\s*\.\s*(["'])/g, ".$1")
    .replace(/["']/g, "")
    .replaceAll("\\\\", "\\");
}

function eventKey(event: string): string {
  return event.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}
