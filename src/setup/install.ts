import {
  type InstalledAgent,
  type InstalledFile,
  readInstalled,
  writeInstalled,
} from "../project/installed.js";
import type { AgentSetup, SetupPlace } from "./agent-setup.js";
import { applyChanges } from "./apply-changes.js";
import { type FileChange, textOf } from "./plan-setup.js";
import { plannedFiles } from "./planned-files.js";

/**
 * Writes what was planned, and keeps what each file was before. `folder` is `.whetstone/`, `now` an ISO time.
 */
export function install(
  changes: readonly FileChange[],
  setups: readonly AgentSetup[],
  place: SetupPlace,
  { folder, now }: { readonly folder: string; readonly now: string },
): void {
  const known = readInstalled(folder);
  const made = applyChanges(changes);
  const noted = new Map<string, InstalledFile>();
  for (const [index, change] of changes.entries())
    noted.set(change.path, noteOf(change, made[index] ?? [], setups, place, known));
  const changed = new Set(changes.map(({ agent }) => agent));
  const kept = known.filter(({ agent }) => !changed.has(agent));
  const fresh = [...changed].map((agent) => ({
    agent,
    at: now,
    files: [
      // A file that needed no change this time is ours all the same.
      ...known.flatMap((each) =>
        each.agent === agent ? each.files.filter(({ path }) => !noted.has(path)) : [],
      ),
      ...changes.flatMap((change) => (change.agent === agent ? [noted.get(change.path)] : [])).flatMap(some),
    ],
  }));
  writeInstalled(folder, [...kept, ...fresh]);
}

/** Takes out what was planned, and forgets the agents. */
export function uninstall(
  changes: readonly FileChange[],
  setups: readonly AgentSetup[],
  folder: string,
): void {
  applyChanges(changes);
  const names = new Set(setups.map(({ name }) => name));
  writeInstalled(
    folder,
    readInstalled(folder).filter(({ agent }) => !names.has(agent)),
  );
}

/**
 * What the file was before we ever touched it: a second install must not take the first for a person's own.
 */
function noteOf(
  { agent, path, before, after }: FileChange,
  folders: readonly string[],
  setups: readonly AgentSetup[],
  place: SetupPlace,
  known: readonly InstalledAgent[],
): InstalledFile {
  const earlier = known.flatMap(({ files }) => files).find((file) => file.path === path);
  const written = { path, after: after ?? textOf(path) ?? "", folders: earlier?.folders ?? folders };
  if (earlier !== undefined && earlier.after === before) return { ...written, before: earlier.before };
  const setup = setups.find(({ name }) => name === agent);
  const file = setup && plannedFiles(setup, place).find((each) => each.path === path);
  const ours = before !== null && file?.holdsOurs(before) === true;
  return { ...written, before: ours ? (file?.without(before) ?? null) : before };
}

function some<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
