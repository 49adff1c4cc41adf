import { chmodSync, existsSync, readdirSync, realpathSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../base/files/make-folder.js";
import { replaceFile } from "../../base/files/replace-file.js";
import {
  type InstalledAgent,
  type InstalledFile,
  readInstalled,
  writeInstalled,
} from "../../base/project/installed.js";
import type { NamedSetup, SetupPlace } from "./agent-setup.js";
import { type FileChange, plannedFiles, readSettings } from "./plan-setup.js";

/**
 * Writes the planned changes, and keeps what each file was before. `folder` is `.whetstone/`, `now` an ISO
 * time.
 */
export function install(
  changes: readonly FileChange[],
  setups: readonly NamedSetup[],
  place: SetupPlace,
  { folder, now }: { readonly folder: string; readonly now: string },
): void {
  const known = readInstalled(folder);
  const made = applyChanges(changes);
  const noted = new Map<string, InstalledFile>();
  for (const [index, change] of changes.entries())
    noted.set(change.path, noteOf(change, made[index] ?? [], setups, place, known));
  const changed = setups.filter(({ name }) => changes.some(({ agent }) => agent === name));
  const kept = known.filter(({ agent }) => !changed.some(({ name }) => name === agent));
  const fresh = changed.map(({ name, advice }) => ({
    agent: name,
    at: now,
    advice,
    files: [
      // A file that needed no change this time still holds our entries.
      ...known.flatMap((each) =>
        each.agent === name ? each.files.filter(({ path }) => !noted.has(path)) : [],
      ),
      ...changes.flatMap((change) => (change.agent === name ? (noted.get(change.path) ?? []) : [])),
    ],
  }));
  writeInstalled(folder, [...kept, ...fresh]);
}

/** Writes the planned removal, and forgets the agents. */
export function uninstall(
  changes: readonly FileChange[],
  setups: readonly NamedSetup[],
  folder: string,
): void {
  applyChanges(changes);
  const names = new Set(setups.map(({ name }) => name));
  writeInstalled(
    folder,
    readInstalled(folder).filter(({ agent }) => !names.has(agent)),
  );
}

/** What the file was before the first `init`: a second one must not take our entries for a person's own. */
function noteOf(
  { agent, path, before, after }: FileChange,
  folders: readonly string[],
  setups: readonly NamedSetup[],
  place: SetupPlace,
  known: readonly InstalledAgent[],
): InstalledFile {
  const earlier = known.flatMap(({ files }) => files).find((file) => file.path === path);
  const written = { path, after: after ?? readSettings(path) ?? "", folders: earlier?.folders ?? folders };
  if (earlier !== undefined && earlier.after === before) return { ...written, before: earlier.before };
  const setup = setups.find(({ name }) => name === agent);
  const file = setup && plannedFiles(setup, place).find((each) => each.path === path);
  const holdsOurs = before !== null && file?.holdsOurs(before) === true;
  return { ...written, before: holdsOurs ? (file?.without(before) ?? null) : before };
}

/** Returns for each file the folders that had to be made, the innermost first. */
function applyChanges(changes: readonly FileChange[]): readonly (readonly string[])[] {
  const made = changes.map(({ path, after, isPrivate = false }) => {
    if (after !== null) return write(path, after, isPrivate ? 0o600 : undefined);
    rmSync(path, { force: true });
    return [];
  });
  // Only when all files are gone, the deepest first: two of them may share a folder that was made for one.
  const emptied = changes.flatMap(({ after, folders = [] }) => (after === null ? folders : []));
  for (const folder of emptied.toSorted((one, other) => other.length - one.length))
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
  return made;
}

/** A link stays a link, and a file keeps its mode; `newMode` is for a file that did not exist. */
function write(path: string, text: string, newMode: number | undefined): readonly string[] {
  const made = missingFolders(dirname(path));
  makeFolder(dirname(path));
  const file = existsSync(path) ? realpathSync(path) : path;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? newMode;
  replaceFile(file, text, mode);
  if (mode !== undefined) chmodSync(file, mode & 0o7777);
  return made;
}

function missingFolders(folder: string): readonly string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}
