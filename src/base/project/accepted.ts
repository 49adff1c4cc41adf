import { existsSync } from "node:fs";
import { WhetstoneError } from "../errors.js";
import { fileError } from "../files/file-error.js";
import { oneLine } from "../text/one-line.js";
import {
  isSameRequest,
  type KnownFolder,
  listKnownFolders,
  type RequestedSetting,
  readKnownFolder,
  writeKnownFolder,
} from "./known-folder.js";
import { type LastSettings, readLastSettings, writeLastSettings } from "./last-settings.js";
import { readProjectLink } from "./local-folder.js";
import type { Places } from "./places.js";
import { isClonedFolder, repositoryOf } from "./repository-of.js";

/** What a folder's settings file asks for, and where that would lead. */
export interface RequestedSettings {
  readonly asked: readonly RequestedSetting[];
  /** The project, and its places, if all of it were followed. */
  readonly key: string;
  readonly places: Places;
}

type FolderPlace = Pick<Places, "folders" | "root">;

/** Why something is followed; undefined when it is not. */
export type Reasons = ReadonlyMap<RequestedSetting, string | undefined>;

/**
 * Whether this user accepted what a whetstone.json asks for: in this folder, in a worktree of the same
 * repository, or in another clone from the same address. A folder that an earlier version already used in this
 * way goes on as before.
 */
export function reasonsToFollow({ asked, key, places }: RequestedSettings): Reasons {
  if (asked.length === 0) return new Map();
  const own = readKnownFolder(places.folders, places.root);
  const others = relatedFolders(places);
  const usedBefore = own === undefined && wasUsedBefore(key, places) ? "used before" : undefined;
  return new Map(asked.map((each) => [each, reasonFor(each, own, others) ?? usedBefore]));
}

function reasonFor(
  asked: RequestedSetting,
  own: KnownFolder | undefined,
  others: readonly KnownFolder[],
): string | undefined {
  if (own?.refused.some((each) => isSameRequest(each, asked))) return undefined;
  const mine = own?.accepted.find((each) => isSameRequest(each, asked));
  if (mine !== undefined) return mine.by;
  const other = others.find(({ accepted }) => accepted.some((each) => isSameRequest(each, asked)));
  return other === undefined ? undefined : `the same repository as ${other.root}`;
}

/** Other folders of this user with the same git folder, or from the same address. */
function relatedFolders({ root, folders }: FolderPlace): readonly KnownFolder[] {
  const { git, remote } = repositoryOf(root);
  if (git === undefined) return [];
  return listKnownFolders(folders).filter(
    (each) =>
      each.root !== root &&
      (each.git === git || (remote !== undefined && (each.remote === remote || each.root === remote))),
  );
}

/**
 * Versions before this one noted in `.whetstone/link.json` which project a folder is. That counts where git
 * shows that the note was not cloned, and where the data that it names is there.
 */
function wasUsedBefore(key: string, places: Places): boolean {
  const link = readProjectLink(places.link);
  return (
    link?.project === key &&
    link.data === places.data &&
    existsSync(places.database) &&
    !isClonedFolder(places.folder)
  );
}

/** What is not followed, and what to do; undefined when everything is. */
export function unacceptedText(unaccepted: readonly RequestedSetting[], root: string): string | undefined {
  if (unaccepted.length === 0) return undefined;
  const named = unaccepted.map(({ setting, value }) => `${setting} '${oneLine(value, 80)}'`).join(" and ");
  return (
    `whetstone.json names ${named}, which you have not accepted in ${root}, so it is not followed; ` +
    "run 'whetstone trust' there if you know who wrote it"
  );
}

/** Notes that a person accepts all of this here, and takes back an earlier refusal. */
export function accept({ asked, places }: RequestedSettings, by: string, at: string): void {
  const known = knownOrNew(places);
  const others = known.accepted.filter((each) => !asked.some((one) => isSameRequest(one, each)));
  writeKnownFolder(places.folders, {
    ...known,
    accepted: [...others, ...asked.map((each) => ({ ...each, at, by }))],
    refused: known.refused.filter((each) => !asked.some((one) => isSameRequest(one, each))),
  });
}

/** Notes that a person follows nothing of this here, even if it was accepted elsewhere. */
export function refuse({ asked, places }: RequestedSettings): void {
  const known = knownOrNew(places);
  const kept = known.refused.filter((each) => !asked.some((one) => isSameRequest(one, each)));
  writeKnownFolder(places.folders, { ...known, accepted: [], refused: [...kept, ...asked] });
}

/**
 * Notes which project a folder is, once something was recorded there, and why what it asks for is followed.
 * What is learned does not depend on it: where it cannot be written, a person is asked again.
 */
export function noteFolder({ places, key }: RequestedSettings, reasons: Reasons, at: string): void {
  const known = knownOrNew(places);
  const before = formerProject(places, key);
  const fresh = [...reasons].flatMap(([asked, by]) =>
    by === undefined || known.accepted.some((each) => isSameRequest(each, asked))
      ? []
      : [{ ...asked, at, by }],
  );
  const { root, git, remote, refused } = known;
  const accepted = [...known.accepted, ...fresh];
  const note = { root, git, remote, project: key, data: places.data, before, accepted, refused };
  ifWritable(places, () => writeKnownFolder(places.folders, note));
}

/** Notes what the folder's settings file says, for a time when it cannot be followed. */
export function noteSettings({ folders, root }: FolderPlace, text: string | null): void {
  ifWritable({ folders }, () => writeLastSettings(folders, { root, text }));
}

/** What the settings file last said here, or in another folder of the same repository. */
export function lastSettings(place: FolderPlace): LastSettings | undefined {
  const { folders, root } = place;
  const own = readLastSettings(folders, root);
  if (own !== undefined) return own;
  for (const other of relatedFolders(place)) {
    const last = readLastSettings(folders, other.root);
    if (last !== undefined) return last;
  }
  return undefined;
}

function ifWritable({ folders }: Pick<Places, "folders">, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(fileError(error, folders) instanceof WhetstoneError)) throw error;
  }
}

/** The project that this folder was under another key, and where its data is. */
export function formerProject(places: Places, key: string): KnownFolder["before"] {
  const known = readKnownFolder(places.folders, places.root);
  const link =
    known === undefined && !isClonedFolder(places.folder) ? readProjectLink(places.link) : undefined;
  const { project, data } = known ?? link ?? {};
  if (project === undefined || data === undefined || project === key) return known?.before;
  return { project, data };
}

function knownOrNew({ folders, root }: FolderPlace): KnownFolder {
  const known = readKnownFolder(folders, root) ?? { root, accepted: [], refused: [] };
  return { ...known, ...repositoryOf(root) };
}
