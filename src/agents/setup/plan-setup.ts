import { WhetstoneError } from "../../base/errors.js";
import { readIfThere } from "../../base/files/read-if-there.js";
import { agentSettings } from "../../base/project/agent-settings.js";
import type { InstalledAgent } from "../../base/project/installed.js";
import type { NamedSetup, PlannedFile, SetupPlace } from "./agent-setup.js";
import { mcpFiles } from "./mcp-files.js";

/** One file that would be written, or deleted when `after` is null. */
export interface FileChange {
  /** Who reads the file: an agent, or git. */
  readonly agent: string;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** What is added or removed, in a few words. */
  readonly entries: string;
  /** Folders that were made for the file and go with it, the innermost first. */
  readonly folders?: readonly string[];
  /** If the file is new, only its owner may read it. */
  readonly isPrivate?: boolean;
}

/** What `init` would change for these agents; empty when everything is set up. Writes nothing. */
export function planSetup(setups: readonly NamedSetup[], place: SetupPlace): readonly FileChange[] {
  const changes = setups.flatMap((setup) =>
    plannedFiles(setup, place).flatMap(({ path, after: wanted, left, entries, isPrivate = false }) => {
      const before = readSettings(path);
      const after = wanted(before);
      return after === before || (before === null && left?.(before) !== undefined)
        ? []
        : [{ agent: setup.name, path, before, after, entries, isPrivate }];
    }),
  );
  return ofFirstAgents(changes);
}

/** Several agents read the servers of `.mcp.json`: it is written once, and goes with the first of them. */
function ofFirstAgents(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.filter(({ path }, index) => changes.findIndex((each) => each.path === path) === index);
}

/**
 * What `uninstall` would change. A file that is still as `init` left it becomes what it was before, byte for
 * byte; from a file that was edited since, only our entries are removed.
 */
export function planRemoval(
  setups: readonly NamedSetup[],
  place: SetupPlace,
  installed: readonly InstalledAgent[],
): readonly FileChange[] {
  const changes = setups.flatMap((setup) => {
    const known = installed.find(({ agent }) => agent === setup.name)?.files ?? [];
    return plannedFiles(setup, place).flatMap(({ path, entries, without }) => {
      const before = readSettings(path);
      if (before === null) return [];
      const noted = known.find((file) => file.path === path);
      const after = noted?.after === before ? noted.before : without(before, noted?.before);
      const folders = noted?.folders ?? [];
      return after === before ? [] : [{ agent: setup.name, path, before, after, entries, folders }];
    });
  });
  return ofFirstAgents(changes);
}

/** A file that is left without our entry. */
export interface FileLeft {
  readonly agent: string;
  readonly path: string;
  readonly why: string;
}

export function filesLeft(setups: readonly NamedSetup[], place: SetupPlace): readonly FileLeft[] {
  return setups.flatMap((setup) =>
    plannedFiles(setup, place).flatMap(({ path, left }) => {
      const why = left?.(readSettings(path));
      return why === undefined ? [] : [{ agent: setup.name, path, why }];
    }),
  );
}

/** Every file of an agent once: hooks and MCP server may stand in the same file. */
export function plannedFiles(setup: NamedSetup, place: SetupPlace): readonly PlannedFile[] {
  const byPath = new Map<string, PlannedFile>();
  for (const file of [...setup.files(place), ...(setup.extras?.(place) ?? []), ...mcpFiles(setup, place)]) {
    const other = byPath.get(file.path);
    byPath.set(file.path, other === undefined ? file : both(other, file));
  }
  return [...byPath.values()];
}

/** The second works on what the first wrote, so it is removed first. */
function both(first: PlannedFile, second: PlannedFile): PlannedFile {
  return {
    path: first.path,
    entries: `${first.entries}, ${second.entries}`,
    after: (before) => second.after(first.after(before)),
    holdsOurs: (text) => first.holdsOurs(text) || second.holdsOurs(text),
    without: (text, before) => {
      const rest = second.without(text, before);
      return rest === null ? null : first.without(rest, before);
    },
    programs: (text) => [...(first.programs?.(text) ?? []), ...(second.programs?.(text) ?? [])],
    isPrivate: first.isPrivate === true || second.isPrivate === true,
    left: (before) => first.left?.(before) ?? second.left?.(before),
  };
}

/** Null when there is no file. A file that is not UTF-8 is refused: it would not come back as it was. */
export function readSettings(path: string): string | null {
  const bytes = readIfThere(path, agentSettings);
  if (bytes === undefined) return null;
  const text = bytes.toString("utf8");
  if (Buffer.from(text, "utf8").equals(bytes)) return text;
  throw new WhetstoneError("invalid_input", `${path} is not UTF-8 text; left unchanged`, {
    field: path,
    next: "correct the file, or leave this agent out",
  });
}
