import { homedir } from "node:os";
import type { Context } from "../app/context.js";
import { programSpeaker } from "../app/speaker.js";
import { environmentFrom, readEnvironment } from "../config/environment.js";
import { loadConfig } from "../config/load.js";
import { uuidV7 } from "../ids.js";
import { FileLosses } from "../losses/file.js";
import { MemoryLosses } from "../losses/memory.js";
import { findRoot } from "../project/find-root.js";
import { identifyProject } from "../project/identify.js";
import { LastSeen } from "../project/last-seen.js";
import { writeLocalFolder } from "../project/local-folder.js";
import { placesForProject } from "../project/places.js";
import { views } from "../projections/views.js";
import type { LessonSearch } from "../search/lesson-search.js";
import { Ledger } from "../store/ledger.js";
import { version } from "../version.js";
import { chooseModel } from "./choose-model.js";
import { chooseSearch, modelsFolder } from "./choose-search.js";
import { chooseStore } from "./choose-store.js";
import { once } from "./once.js";
import type { OpenOptions } from "./open-options.js";

/** What every verb works with, from what the caller, the project's file and the environment say. */
export function contextFor(options: OpenOptions): Context {
  const { env, environment, loaded, identity, places } = foundProject(options);
  for (const warning of loaded.warnings) options.onWarning?.(warning);
  const clock = options.clock ?? Date.now;
  const store = chooseStore(loaded, places, clock);
  const onDisk = store.location !== undefined;
  const ledger = new Ledger({
    store,
    project: identity.key,
    views: Object.values(views),
    projections: async () => (await import("../projections/index.js")).projections,
    config: loaded.config,
    clock,
    newId: uuidV7(clock),
    ...(options.onRebuild === undefined ? {} : { onRebuild: options.onRebuild }),
  });
  const opened: { search?: Promise<LessonSearch> } = {};
  return {
    ledger,
    loaded,
    identity,
    places,
    losses: onDisk ? new FileLosses(places.losses) : new MemoryLosses(),
    lastSeen: new LastSeen(onDisk ? places.lastSeen : undefined),
    clock,
    env,
    search: () => {
      const folders = { data: onDisk ? places.data : undefined, downloaded: places.models };
      opened.search ??= chooseSearch(ledger, folders, options.onDownload);
      return opened.search;
    },
    modelsFolder,
    close: async () => {
      await (await opened.search)?.close();
      await ledger.close();
    },
    languageModel: once(() => chooseModel(loaded, places.root, env)),
    otherProject: (project) => contextFor({ ...options, project }),
    version,
    checkResults: options.checkResults,
    ...programSpeaker(
      options.origin ?? lesserOrigin(environment.origin, options.onWarning) ?? "tool:library",
      options.actor ?? environment.actor ?? environment.user ?? "unknown",
    ),
    run: options.run ?? environment.run,
    beforeWriting: once(() => {
      if (onDisk) writeLocalFolder(places, identity.key);
    }),
  };
}

/** The environment passes from program to program: it can name an agent or a tool, and gives no authority. */
export function lesserOrigin(
  origin: string | undefined,
  onWarning?: (message: string) => void,
): string | undefined {
  if (origin === undefined || !(origin === "human" || origin.startsWith("system:"))) return origin;
  onWarning?.(
    `WHETSTONE_ORIGIN=${origin} has no effect: a variable cannot say that a person or a program speaks`,
  );
  return undefined;
}

function foundProject(options: OpenOptions) {
  const env = options.env ?? readEnvironment();
  const environment = environmentFrom(env);
  const home = environment.home ?? homedir();
  const { root } = findRoot(options.root ?? process.cwd(), home);
  const loaded = loadConfig({ file: `${root}/whetstone.json`, env, set: options.set });
  const identity = identifyProject(root, options.project ?? loaded.project);
  const storeFolder = loaded.config.store.folder;
  const places = placesForProject({
    key: identity.key,
    root,
    env,
    platform: process.platform,
    home,
    storeFolder,
  });
  return { env, environment, loaded, identity, places };
}
