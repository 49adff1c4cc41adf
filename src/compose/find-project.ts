import { homedir } from "node:os";
import { environmentFrom, type Variables } from "../config/environment.js";
import { askedByFile, withoutFileValues } from "../config/foreign-settings.js";
import { type LoadedConfig, loadConfig } from "../config/load.js";
import { type Reasons, type RequestedSettings, reasonsToFollow } from "../project/accepted.js";
import { findRoot } from "../project/find-root.js";
import { identifyProject, type ProjectIdentity } from "../project/identify.js";
import type { RequestedSetting } from "../project/known-folder.js";
import { type Places, placesForProject } from "../project/places.js";
import type { OpenOptions } from "./open-options.js";

export interface FoundProject {
  readonly loaded: LoadedConfig;
  readonly identity: ProjectIdentity;
  readonly places: Places;
  /** What the folder's whetstone.json asks for, whether it is followed or not. */
  readonly requested: RequestedSettings;
  readonly reasons: Reasons;
  /** What it asks for and this user has not accepted: it is not followed. */
  readonly unaccepted: readonly RequestedSetting[];
}

interface Given {
  readonly start: string;
  readonly env: Variables;
  readonly set?: OpenOptions["set"] | undefined;
  readonly project?: OpenOptions["project"] | undefined;
}

/** The project around a folder: its settings, its key and its places. */
export function findProject({ start, env, set, project }: Given): FoundProject {
  const home = environmentFrom(env).home ?? homedir();
  const { root } = findRoot(start, home);
  const read = loadConfig({ file: `${root}/whetstone.json`, env, set });
  const placed = (loaded: LoadedConfig, key = loaded.project) => {
    const identity = identifyProject(root, key);
    const storeFolder = loaded.config.store.folder;
    const user = { env, platform: process.platform, home };
    return { identity, places: placesForProject({ key: identity.key, root, ...user, storeFolder }) };
  };
  const asked = askedByFile(read);
  const ifFollowed = placed(read);
  const requested = { asked, key: ifFollowed.identity.key, places: ifFollowed.places };
  const reasons = reasonsToFollow(requested);
  const unaccepted = asked.filter((each) => reasons.get(each) === undefined);
  const loaded = withoutFileValues(
    read,
    unaccepted.map(({ setting }) => setting),
  );
  return { loaded, ...placed(loaded, project ?? loaded.project), requested, reasons, unaccepted };
}
