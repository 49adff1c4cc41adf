import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { environmentFrom, readEnvironment, type Variables } from "../../base/config/environment.js";
import type { LoadedConfig } from "../../base/config/load.js";
import { WhetstoneError } from "../../base/errors.js";
import { uuidV7 } from "../../base/ids.js";
import { FileLosses } from "../../base/losses/file.js";
import { MemoryLosses } from "../../base/losses/memory.js";
import type { LanguageModel } from "../../base/model/language-model.js";
import { noteFolder, noteSettings, unacceptedText } from "../../base/project/accepted.js";
import type { ProjectPlace } from "../../base/project/identify.js";
import { LastSeen } from "../../base/project/last-seen.js";
import { writeLocalFolder } from "../../base/project/local-folder.js";
import type { Places } from "../../base/project/places.js";
import { readTeamLink, type TeamLink } from "../../base/project/team-link.js";
import { version } from "../../base/version.js";
import type { Sharing } from "../../hub/rights/shared-event.js";
import { Threads } from "../../lessons/kept/threads.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import { isLoggable, isoTime } from "../../log/events/time.js";
import { Ledger } from "../../log/store/ledger.js";
import type { Progress, Store } from "../../log/store/store.js";
import { views } from "../../log/views.js";
import type { LessonSearch } from "../../search/lesson-search.js";
import type { Context } from "../call/context.js";
import { checkedOrigin, type Speaker, speakerIn } from "../call/speaker.js";
import { chooseStore, isInFile } from "./choose-store.js";
import { type FoundProject, findProject } from "./find-project.js";
import { limitsFor } from "./limits.js";
import { once } from "./once.js";
import type { OpenOptions } from "./open-options.js";
import { sharingOf } from "./sharing.js";
import { ignoredStoreUrl } from "./store-url.js";

/** What is not found out from the folder and the settings. */
interface Given {
  /** A store that others use too. */
  readonly store?: Store;
  /** How the project is shared, for somebody who is about to change that. */
  readonly team?: TeamLink | undefined;
  /** The project that the folder was, for a session that began in it; whatever the folder is now. */
  readonly as?: ProjectPlace | undefined;
}

/** What every verb works with, from what the caller, the project's file and the environment say. */
export function contextFor(options: OpenOptions, { store: given, team: asTeam, as }: Given = {}): Context {
  const { root: start = process.cwd(), env = readEnvironment() } = options;
  const project = options.project ?? as?.project;
  const set = [
    ...(options.set ?? []),
    ...(as === undefined ? [] : [`store.folder=${dirname(as.data)}`]),
    ...(options.store === undefined ? [] : [`store.url=${options.store}`]),
  ];
  const found = findProject({ start, env, set, project, byLastSettings: options.byLastSettings });
  const { loaded, identity, places, reasons } = found;
  const environment = environmentFrom(env);
  const unaccepted = unacceptedText(found.unaccepted, places.root);
  for (const warning of loaded.warnings) options.onWarning?.(warning);
  if (unaccepted !== undefined) options.onWarning?.(unaccepted);
  const ignoredUrl = ignoredStoreUrl(loaded);
  if (ignoredUrl !== undefined) options.onWarning?.(ignoredUrl);
  const clock = soundClock(options.clock ?? Date.now);
  const team = given === undefined && isInFile(loaded) ? (asTeam ?? readTeamLink(places)) : undefined;
  const hub = team?.hub ?? undefined;
  const store = given ?? chooseStore(loaded, places, clock, hub !== undefined);
  const onDisk = store.location !== undefined;
  // Where nothing was learned nothing is in force, and reading makes no files.
  if (options.answersHooks === true && as === undefined && onDisk && existsSync(places.database))
    noteGood(found);
  const home = environment.home ?? homedir();
  const ledgerFor = (log: string) => ({
    store,
    project: log,
    views: Object.values(views),
    projections: async () => (await import("../../lessons/projections.js")).projections,
    config: loaded.config,
    clock,
    newId: uuidV7(clock),
    ...(options.onRebuild === undefined ? {} : { onRebuild: options.onRebuild }),
  });
  const ledger = new Ledger({
    ...ledgerFor(team?.log ?? identity.key),
    ...(hub === undefined ? {} : { admit: () => admitting(sharingOf(loaded, hub, home)) }),
  });
  const opened: { search?: Promise<LessonSearch> } = {};
  return {
    ledger,
    loaded,
    identity,
    places,
    unaccepted,
    team,
    formerLogs: () => (team?.former ?? []).map((log) => new Ledger(ledgerFor(log))),
    losses: onDisk ? new FileLosses(places.losses) : new MemoryLosses(),
    lastSeen: new LastSeen(onDisk ? places.lastSeen : undefined),
    threads: new Threads(onDisk ? places.threads : undefined),
    instructions: once(async () => {
      const { InstructionFiles } = await import("../../lessons/kept/instruction-files.js");
      const { instructionSources } = await import("./instruction-sources.js");
      return new InstructionFiles(places.root, instructionSources);
    }),
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
    otherProject: (other) => {
      if (given !== undefined) throw noOtherProject(other);
      return contextFor({ ...options, project: other });
    },
    limits: limitsFor(loaded, options.answersHooks === true),
    actions: once(async () => new (await import("../../lessons/kept/read-actions.js")).ReadActions()),
    rules: once(async () => new (await import("../../lessons/kept/prepared-rules.js")).PreparedRules()),
    version,
    checkResults: options.checkResults,
    ...speakerOf(options, env),
    run: options.run ?? environment.run,
    beforeWriting: once(() => {
      // A person who names another project for one call does not make the folder that project.
      if (!onDisk || project !== undefined) return;
      writeLocalFolder(places, identity.key);
      noteFolder({ ...found.requested, key: identity.key, places }, reasons, isoTime(clock()));
      noteGood(found);
    }),
  };
}

/** Who speaks through a handle of the library. */
function speakerOf({ origin: said, actor: name, onWarning }: OpenOptions, env: Variables): Speaker {
  const { origin: inherited, actor, user = "unknown" } = environmentFrom(env);
  const given = said === undefined ? undefined : checkedOrigin(said, "origin");
  const origin = given ?? lesserOrigin(inherited, onWarning) ?? "tool:library";
  const speaker = speakerIn(env, origin, name ?? actor ?? user);
  if (given !== undefined && speaker.origin !== given)
    onWarning?.(
      `the origin ${given} has no effect: this program runs inside a coding agent, and is ${speaker.origin}`,
    );
  return speaker;
}

function noteGood({ loaded, places }: FoundProject): void {
  if (loaded.fault === undefined) noteSettings(places, loaded.text);
}

/** What the team gets is cut before this machine's own log takes it in. */
async function admitting(sharing: Sharing) {
  const { sharedEvent } = await import("../../hub/rights/shared-event.js");
  return (event: RecordedEvent) => sharedEvent(event, sharing);
}

/** On a hub a caller has a role in one project, whatever others there are. */
function noOtherProject(project: string): WhetstoneError {
  return new WhetstoneError("not_allowed", `'${project}' cannot be reached from this project of the hub`, {
    field: "project",
    next: "call that project itself",
  });
}

/** Fails where a clock gives what no event may be dated with, before anything is written. */
function soundClock(clock: () => number): () => number {
  return () => {
    const now = clock();
    if (isLoggable(now)) return now;
    throw new WhetstoneError(
      "invalid_input",
      `the clock says ${now}, which is not a time between 1970 and 9999`,
      {
        field: "clock",
        next: "set the clock right, such as by 'timedatectl set-ntp true'",
        values: { now },
      },
    );
  };
}

/** The environment passes from program to program: it can name an agent or a tool, and gives no authority. */
export function lesserOrigin(
  origin: string | undefined,
  onWarning?: (message: string) => void,
): string | undefined {
  if (origin === undefined) return undefined;
  if (!(origin === "human" || origin.startsWith("system:"))) return checkedOrigin(origin, "WHETSTONE_ORIGIN");
  onWarning?.(
    `WHETSTONE_ORIGIN=${origin} has no effect: a variable cannot say that a person or a program speaks`,
  );
  return undefined;
}

/** Only what the person at this machine set counts: a file of the project must not spend anybody's money. */
async function chooseModel(
  { config, sources }: LoadedConfig,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LanguageModel> {
  const { modelUnavailable } = await import("../../base/model/language-model.js");
  const { ownModelSettings } = await import("../../base/model/own-model-settings.js");
  const { settings } = ownModelSettings(config.model, sources);
  const { provider, enabled } = settings;
  if (!enabled || provider === "none") {
    throw modelUnavailable("none", "no language model is switched on", {
      next: "set WHETSTONE_MODEL_ENABLED=true and WHETSTONE_MODEL_PROVIDER, or harden by hand",
    });
  }
  if (provider === "claude")
    return (await import("../../base/model/claude-program.js")).claudeProgram(settings, { root, env });
  if (provider === "codex")
    return (await import("../../base/model/codex-program.js")).codexProgram(settings, { root, env });
  const { aiSdkModel } = await import("../../base/model/ai-sdk.js");
  return aiSdkModel({ ...settings, provider }, env[settings.apiKeyVariable]);
}

interface SearchFolders {
  readonly data: string | undefined;
  readonly downloaded: Places["models"];
}

/** In memory alone where there is no folder for its files. */
async function chooseSearch(
  ledger: Ledger,
  { data, downloaded }: SearchFolders,
  progress: Progress | undefined,
): Promise<LessonSearch> {
  const { openSearch } = await import("../../search/open-search.js");
  const { forgottenCount } = await import("../../lessons/forget/forgotten-count.js");
  return openSearch({
    dataFolder: data,
    modelsFolder: modelsFolder(),
    downloaded,
    settings: ledger.config.retrieval,
    forgotten: () => ledger.read(forgottenCount),
    ...(progress === undefined ? {} : { progress }),
  });
}

/** The folder of the built-in models: the nearest above this file, in the package or in the sources. */
function modelsFolder(below: string = dirname(import.meta.filename)): string {
  const folder = join(below, "models");
  return dirname(below) === below || existsSync(join(folder, "static-deb-256"))
    ? folder
    : modelsFolder(dirname(below));
}
