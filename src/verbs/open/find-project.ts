import { homedir } from "node:os";
import { environmentFrom, type Variables } from "../../base/config/environment.js";
import { askedByFile, withoutFileValues } from "../../base/config/foreign-settings.js";
import { type LoadedConfig, type LoadOptions, loadConfig } from "../../base/config/load.js";
import { WhetstoneError } from "../../base/errors.js";
import {
  lastSettings,
  type Reasons,
  type RequestedSettings,
  reasonsToFollow,
} from "../../base/project/accepted.js";
import { findRoot } from "../../base/project/find-root.js";
import { identifyProject, type ProjectIdentity } from "../../base/project/identify.js";
import type { RequestedSetting } from "../../base/project/known-folder.js";
import { foldersPlace, type Places, placesForProject } from "../../base/project/places.js";
import { oneLine } from "../../base/text/one-line.js";
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
  /** Goes on by what a settings file last said, where it cannot be followed as it is. */
  readonly byLastSettings?: boolean | undefined;
}

/** The project around a folder: its settings, its key and its places. */
export function findProject({ start, env, set, project, byLastSettings }: Given): FoundProject {
  const home = environmentFrom(env).home ?? homedir();
  const { root } = findRoot(start, home);
  const options = { file: `${root}/whetstone.json`, env, set };
  const folders = foldersPlace({ env, platform: process.platform, home });
  const read = byLastSettings === true ? settingsOrLast(options, { folders, root }) : loadConfig(options);
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

const faultChars = 300;

/** Throws as `loadConfig` does, if nothing is known of what the file last said. */
function settingsOrLast(options: LoadOptions, place: Pick<Places, "folders" | "root">): LoadedConfig {
  try {
    return loadConfig(options);
  } catch (error) {
    if (!(error instanceof WhetstoneError) || error.code !== "invalid_config") throw error;
    const last = lastSettings(place);
    if (last === undefined) throw error;
    return { ...loadConfig({ ...options, text: last.text }), fault: oneLine(error.message, faultChars) };
  }
}
