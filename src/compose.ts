import { homedir } from "node:os";
import { join } from "node:path";
import type { AcknowledgeInput, AcknowledgeResult } from "./app/acknowledge.js";
import type { AddLessonResult } from "./app/add-lesson.js";
import type { BriefInput, BriefResult } from "./app/brief.js";
import type {
  ActivateInput,
  ChangeDirectiveResult,
  HardenInput,
  RetireInput,
  SetDirectiveInput,
} from "./app/change-directive.js";
import type { ChangeLessonInput, ChangeLessonResult } from "./app/change-lesson.js";
import type { CheckToolInput, CheckToolResult } from "./app/check-tool.js";
import type { CompleteInput, CompleteResult } from "./app/complete.js";
import type { Context } from "./app/context.js";
import type { DeliberateInput, DeliberateResult } from "./app/deliberate.js";
import type { AddLessonInput } from "./app/directive-input.js";
import type { DoctorResult } from "./app/doctor.js";
import type { EndPhaseInput, EndPhaseResult } from "./app/end-phase.js";
import type { ErrorInput, ErrorListResult, ErrorResult, ErrorStatsResult, ResolveResult } from "./app/errors.js";
import type { ExplainResult } from "./app/explain-result.js";
import type { FeedbackInput, FeedbackResult } from "./app/feedback.js";
import type { ForgetInput, ForgetPreview, ForgetResult } from "./app/forget.js";
import type { BeginPhaseInput, BeginPhaseResult, GateInput, GateResult } from "./app/gate.js";
import type { HardenQuarantineInput, HardenQuarantineResult } from "./app/harden-quarantine.js";
import type { ImportResult } from "./app/import-log.js";
import type { LessonsResult, ListLessonsInput } from "./app/lessons.js";
import type { MotifsResult } from "./app/motifs.js";
import type { NearestAnswer, NearestInput } from "./app/nearest-lessons.js";
import type { OutcomeScoreInput, OutcomeScoreResult } from "./app/outcome-score.js";
import type { PlanInput, PlanResult } from "./app/plan.js";
import type { PolicyResult, RelaxInput, RelaxResult, SetPolicyInput } from "./app/policy.js";
import type { RebuildResult } from "./app/rebuild.js";
import type { RecordInput, RecordResult } from "./app/record.js";
import type { OutcomeLine, RecordManyResult } from "./app/record-many.js";
import type { ReportedRun } from "./app/record-report.js";
import type { ReflectInput, ReflectResult } from "./app/reflect.js";
import type { ReportResult } from "./app/report.js";
import type { RestoreResult } from "./app/restore.js";
import type { ReviewInput, ReviewResult } from "./app/review.js";
import type { SearchInput, SearchResult } from "./app/search.js";
import type { SearchHealth } from "./app/search-health.js";
import type { ShareLessonInput, ShareLessonResult } from "./app/share-lesson.js";
import type { StatusResult } from "./app/status.js";
import { environmentFrom, readEnvironment } from "./config/environment.js";
import { type LoadedConfig, loadConfig } from "./config/load.js";
import type { Config } from "./config/settings.js";
import { isoTime } from "./events/time.js";
import { uuidV7 } from "./ids.js";
import { FileLosses } from "./losses/file.js";
import { MemoryLosses } from "./losses/memory.js";
import type { LanguageModel } from "./models/language-model.js";
import { findRoot } from "./project/find-root.js";
import { Heard } from "./project/heard.js";
import { identifyProject } from "./project/identify.js";
import { writeLocalFolder } from "./project/local-folder.js";
import { packageFolder } from "./project/package-folder.js";
import { type Places, placesOf } from "./project/places.js";
import { views } from "./projections/views.js";
import type { LessonSearch } from "./search/lesson-search.js";
import { Ledger } from "./store/ledger.js";
import { MemoryStore } from "./store/memory.js";
import { SqliteStore } from "./store/sqlite/sqlite-store.js";
import type { Progress, Store } from "./store/store.js";
import { version } from "./version.js";

export type { Progress };

export interface OpenOptions {
  /** Any folder of the project; the current one, if left out. */
  readonly root?: string;
  /** The key of another project, to read what was learned before this folder's key changed. */
  readonly project?: string;
  /** Settings that win over whetstone.json and the environment, such as `antiPatterns.minObservations=5`. */
  readonly set?: readonly string[];
  /** Stands in for the process environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Epoch milliseconds; tests and simulations move it. */
  readonly clock?: () => number;
  /** Who acts, when a call does not say. */
  readonly actor?: string;
  /** Where texts come from, when a call does not say: human, agent:<role>, tool:<name>, import:<file> or llm:<model>. */
  readonly origin?: string;
  /** The run that calls belong to, when they do not say. */
  readonly run?: string;
  /** Told when read models are rebuilt because the program or a setting changed. */
  readonly onRebuild?: Progress;
  /** Told the bytes of a model before they are downloaded, then how many are here. Nothing is downloaded while nobody watches. */
  readonly onDownload?: Progress;
}

/** One project's learning, open for use. Every method is a verb of the command line, or an option of one. */
export interface Whetstone {
  /** The settings in force. */
  readonly config: Config;
  record(input: RecordInput): Promise<RecordResult>;
  /** Records what another tool reported, with its failures as errors of the task. */
  recordReport(report: ReportedRun): Promise<RecordResult>;
  /** Records the good ones of many outcomes and says which were refused. */
  recordMany(lines: readonly OutcomeLine[], onProgress?: Progress): Promise<RecordManyResult>;
  plan(input: PlanInput): Promise<PlanResult>;
  /** Closes the loop on a task that was planned, with its real duration, errors and retries. */
  complete(input: CompleteInput): Promise<CompleteResult>;
  /** Keeps what a role thought, and takes from it what may be of use again. */
  deliberate(input: DeliberateInput): Promise<DeliberateResult>;
  /** What a role should know before it begins. Never throws, and never waits longer than its limit. */
  brief(input: BriefInput): Promise<BriefResult>;
  /** Corrects what was learned by a validator's output. */
  review(input: ReviewInput): Promise<ReviewResult>;
  /** Takes an agent's word for what became of the directives in its brief. */
  acknowledge(input: AcknowledgeInput): Promise<AcknowledgeResult>;
  /** Begins a phase: checks compare files with the commit of this moment. */
  beginPhase(input: BeginPhaseInput): Promise<BeginPhaseResult>;
  /** Whether a phase may end. Closed when nobody can look. */
  gate(input: GateInput): Promise<GateResult>;
  /** Says that a phase is over, whatever the gate would say, and takes from it what it teaches. */
  endPhase(input: EndPhaseInput): Promise<EndPhaseResult>;
  /** Folds what failed in phases whose end nobody told, as when a host was killed. Returns them; never throws. */
  endSilentPhases(): Promise<readonly string[]>;
  /** Whether a tool may run: allow, ask or deny. Closed when nobody can look. */
  checkTool(input: CheckToolInput): Promise<CheckToolResult>;
  /** Looks at a tool call that is over, and keeps what it teaches. */
  reflect(input: ReflectInput): Promise<ReflectResult>;
  /** Says what became of a run's work, for the insights that were shown in it. */
  outcomeScore(input: OutcomeScoreInput): Promise<OutcomeScoreResult>;
  /** What somebody thinks of a criterion. */
  feedback(input: FeedbackInput): Promise<FeedbackResult>;
  readonly errors: {
    record(input: ErrorInput): Promise<ErrorResult>;
    resolve(id: string): Promise<ResolveResult>;
    /** The block for a retry prompt; empty when there are none. */
    context(task: string, includeResolved?: boolean): Promise<string>;
    stats(task: string): Promise<ErrorStatsResult>;
    list(task: string): Promise<ErrorListResult>;
  };
  readonly policy: {
    of(adapter: string): Promise<PolicyResult>;
    set(input: SetPolicyInput): Promise<PolicyResult>;
    previewRelax(adapter: string): Promise<RelaxResult>;
    relax(input: RelaxInput): Promise<RelaxResult>;
  };
  report(): Promise<ReportResult>;
  /** Marks this moment: the next report tells what changed since. */
  keepReport(format: "json" | "md" | "html"): Promise<void>;
  /** The project's counters in the text format of Prometheus. */
  metrics(): Promise<string>;
  explain(id: string): Promise<ExplainResult>;
  /** Finds lessons of every kind by words and meaning, each with why. */
  search(input: SearchInput, onProgress?: Progress): Promise<SearchResult>;
  /** What finds lessons, for those who ask for texts that are alike and nothing else. */
  readonly index: {
    nearest(input: NearestInput): Promise<NearestAnswer>;
    /** Writes a probe into the index, finds it and removes it. */
    health(): Promise<SearchHealth>;
    /** Takes in what the index lacks; for a time when nobody waits. */
    catchUp(): Promise<void>;
  };
  status(options?: { readonly config?: boolean }): Promise<StatusResult>;
  doctor(onProgress?: Progress): Promise<DoctorResult>;
  /** Copies the store to its backups and returns the file. */
  backUp(): Promise<string>;
  /** Starts again from a backup or an export; the files in use before are moved aside. */
  restore(file: string): Promise<RestoreResult>;
  rebuild(onProgress?: Progress): Promise<RebuildResult>;
  /** The log as lines of JSON, without line ends. */
  export(): AsyncIterable<string>;
  import(lines: readonly string[]): Promise<ImportResult>;
  readonly lessons: {
    /** Brings in a directive. */
    add(input: AddLessonInput): Promise<AddLessonResult>;
    /** Makes a directive checkable by hand. */
    harden(input: HardenInput): Promise<ChangeDirectiveResult>;
    /** Works through the quarantine with a language model, if one is switched on. */
    hardenQuarantine(input?: HardenQuarantineInput): Promise<HardenQuarantineResult>;
    retire(input: RetireInput): Promise<ChangeDirectiveResult>;
    activate(input: ActivateInput): Promise<ChangeDirectiveResult>;
    /** A person sets the weight of a directive. */
    set(input: SetDirectiveInput): Promise<ChangeDirectiveResult>;
    /** Copies a directive to another project, or from one. */
    share(input: ShareLessonInput): Promise<ShareLessonResult>;
    /** Failures that came back in several tasks, as proposals for a person. */
    motifs(): Promise<MotifsResult>;
    list(input?: ListLessonsInput): Promise<LessonsResult>;
    promote(input: ChangeLessonInput): Promise<ChangeLessonResult>;
    deprecate(input: ChangeLessonInput): Promise<ChangeLessonResult>;
    reset(input: ChangeLessonInput): Promise<ChangeLessonResult>;
    previewForget(lesson: string): Promise<ForgetPreview>;
    forget(input: ForgetInput): Promise<ForgetResult>;
  };
  /** Notes that a coding agent called, whatever becomes of the call; `status` tells when it last did. Never throws. */
  noteCall(host: string): void;
  /** Notes what a surface gave up so that its caller could go on; `doctor` tells of it. Never throws. */
  noteLoss(stage: string, reason: string): void;
  close(): Promise<void>;
}

/** Each verb is loaded with its first call, and once. */
const verbs = {
  acknowledge: lazily(() => import("./app/acknowledge.js")),
  addLesson: lazily(() => import("./app/add-lesson.js")),
  brief: lazily(() => import("./app/brief.js")),
  catchUpIndex: lazily(() => import("./app/catch-up-index.js")),
  changeDirective: lazily(() => import("./app/change-directive.js")),
  changeLesson: lazily(() => import("./app/change-lesson.js")),
  checkTool: lazily(() => import("./app/check-tool.js")),
  complete: lazily(() => import("./app/complete.js")),
  deliberate: lazily(() => import("./app/deliberate.js")),
  doctor: lazily(() => import("./app/doctor.js")),
  endPhase: lazily(() => import("./app/end-phase.js")),
  endSilentPhases: lazily(() => import("./app/end-silent-phases.js")),
  errors: lazily(() => import("./app/errors.js")),
  explain: lazily(() => import("./app/explain.js")),
  exportLog: lazily(() => import("./app/export-log.js")),
  feedback: lazily(() => import("./app/feedback.js")),
  forget: lazily(() => import("./app/forget.js")),
  gate: lazily(() => import("./app/gate.js")),
  hardenQuarantine: lazily(() => import("./app/harden-quarantine.js")),
  importLog: lazily(() => import("./app/import-log.js")),
  lessons: lazily(() => import("./app/lessons.js")),
  metrics: lazily(() => import("./app/metrics.js")),
  motifs: lazily(() => import("./app/motifs.js")),
  nearestLessons: lazily(() => import("./app/nearest-lessons.js")),
  outcomeScore: lazily(() => import("./app/outcome-score.js")),
  plan: lazily(() => import("./app/plan.js")),
  policy: lazily(() => import("./app/policy.js")),
  rebuild: lazily(() => import("./app/rebuild.js")),
  recordMany: lazily(() => import("./app/record-many.js")),
  recordReport: lazily(() => import("./app/record-report.js")),
  record: lazily(() => import("./app/record.js")),
  reflect: lazily(() => import("./app/reflect.js")),
  report: lazily(() => import("./app/report.js")),
  restore: lazily(() => import("./app/restore.js")),
  review: lazily(() => import("./app/review.js")),
  searchHealth: lazily(() => import("./app/search-health.js")),
  search: lazily(() => import("./app/search.js")),
  shareLesson: lazily(() => import("./app/share-lesson.js")),
  status: lazily(() => import("./app/status.js")),
};

function lazily<Module>(load: () => Promise<Module>): () => Promise<Module> {
  const loaded: { module?: Promise<Module> } = {};
  return () => {
    loaded.module ??= load();
    return loaded.module;
  };
}

/** Finds the project around a folder, reads its settings, and opens its store. Reading creates no files. */
export async function openWhetstone(options: OpenOptions = {}): Promise<Whetstone> {
  const context = contextFor(options);
  return {
    config: context.ledger.config,
    record: async (input) => (await verbs.record()).record(context, input),
    recordReport: async (report) => (await verbs.recordReport()).recordReport(context, report),
    recordMany: async (lines, onProgress) => (await verbs.recordMany()).recordMany(context, lines, onProgress),
    plan: async (input) => (await verbs.plan()).plan(context, input),
    complete: async (input) => (await verbs.complete()).complete(context, input),
    deliberate: async (input) => (await verbs.deliberate()).deliberate(context, input),
    brief: async (input) => (await verbs.brief()).brief(context, input),
    review: async (input) => (await verbs.review()).review(context, input),
    acknowledge: async (input) => (await verbs.acknowledge()).acknowledge(context, input),
    beginPhase: async (input) => (await verbs.gate()).beginPhase(context, input),
    endPhase: async (input) => (await verbs.endPhase()).endPhase(context, input),
    endSilentPhases: async () => (await verbs.endSilentPhases()).endSilentPhases(context),
    gate: async (input) => (await verbs.gate()).gate(context, input),
    checkTool: async (input) => (await verbs.checkTool()).checkTool(context, input),
    reflect: async (input) => (await verbs.reflect()).reflect(context, input),
    outcomeScore: async (input) => (await verbs.outcomeScore()).outcomeScore(context, input),
    feedback: async (input) => (await verbs.feedback()).feedback(context, input),
    errors: {
      record: async (input) => (await verbs.errors()).recordError(context, input),
      resolve: async (id) => (await verbs.errors()).resolveError(context, id),
      context: async (task, all) => (await verbs.errors()).errorContext(context, task, all),
      stats: async (task) => (await verbs.errors()).errorStats(context, task),
      list: async (task) => (await verbs.errors()).listErrors(context, task),
    },
    policy: {
      of: async (adapter) => (await verbs.policy()).policy(context, adapter),
      set: async (input) => (await verbs.policy()).setPolicy(context, input),
      previewRelax: async (adapter) => (await verbs.policy()).previewRelax(context, adapter),
      relax: async (input) => (await verbs.policy()).relax(context, input),
    },
    report: async () => (await verbs.report()).report(context),
    keepReport: async (format) => (await verbs.report()).keepReport(context, format),
    metrics: async () => (await verbs.metrics()).metrics(context),
    explain: async (id) => (await verbs.explain()).explain(context, id),
    search: async (input, onProgress) => (await verbs.search()).search(context, input, onProgress),
    index: {
      nearest: async (input) => (await verbs.nearestLessons()).nearestLessons(context, input),
      health: async () => (await verbs.searchHealth()).searchHealth(context),
      catchUp: async () => (await verbs.catchUpIndex()).catchUpIndex(context),
    },
    status: async (asked) => (await verbs.status()).status(context, asked),
    doctor: async (onProgress) => (await verbs.doctor()).doctor(context, onProgress),
    backUp: async () => (await verbs.doctor()).backUp(context),
    restore: async (file) => (await verbs.restore()).restore(context, file),
    rebuild: async (onProgress) => (await verbs.rebuild()).rebuild(context, onProgress),
    export: async function* () {
      yield* (await verbs.exportLog()).exportLog(context);
    },
    import: async (lines) => (await verbs.importLog()).importLog(context, lines),
    lessons: {
      add: async (input) => (await verbs.addLesson()).addLesson(context, input),
      harden: async (input) => (await verbs.changeDirective()).harden(context, input),
      hardenQuarantine: async (input) => (await verbs.hardenQuarantine()).hardenQuarantine(context, input),
      retire: async (input) => (await verbs.changeDirective()).retire(context, input),
      activate: async (input) => (await verbs.changeDirective()).activate(context, input),
      set: async (input) => (await verbs.changeDirective()).setDirective(context, input),
      share: async (input) => (await verbs.shareLesson()).shareLesson(context, input),
      motifs: async () => (await verbs.motifs()).motifs(context),
      list: async (input) => (await verbs.lessons()).listLessons(context, input),
      promote: async (input) => (await verbs.changeLesson()).changeLesson(context, "promote", input),
      deprecate: async (input) => (await verbs.changeLesson()).changeLesson(context, "deprecate", input),
      reset: async (input) => (await verbs.changeLesson()).changeLesson(context, "reset", input),
      previewForget: async (lesson) => (await verbs.forget()).previewForget(context, lesson),
      forget: async (input) => (await verbs.forget()).forget(context, input),
    },
    noteCall: (host) => context.heard.note(host, context.clock()),
    noteLoss: (stage, reason) => context.losses.note({ at: isoTime(context.clock()), stage, reason }),
    close: () => context.close(),
  };
}

function contextFor(options: OpenOptions): Context {
  const variables = options.env ?? readEnvironment();
  const environment = environmentFrom(variables);
  const home = environment.home ?? homedir();
  const { root } = findRoot(options.root ?? process.cwd(), home);
  const loaded = loadConfig({ file: `${root}/whetstone.json`, env: variables, set: options.set });
  const identity = identifyProject(root, options.project ?? loaded.project);
  const storeFolder = loaded.config.store.folder;
  const places = placesOf({ key: identity.key, root, env: variables, platform: process.platform, home, storeFolder });
  const clock = options.clock ?? Date.now;
  const store = storeFor(loaded, places, clock);
  const ledger = new Ledger({
    store,
    project: identity.key,
    views: Object.values(views),
    projections: async () => (await import("./projections/index.js")).projections,
    config: loaded.config,
    clock,
    newId: uuidV7(clock),
    ...(options.onRebuild === undefined ? {} : { onRebuild: options.onRebuild }),
  });
  const opened: { search?: Promise<LessonSearch> } = {};
  const search = () => {
    const folder = store.location === undefined ? undefined : places.data;
    opened.search ??= openLessonSearch(ledger, { folder, downloaded: places.models }, options.onDownload);
    return opened.search;
  };
  return {
    ledger,
    loaded,
    identity,
    places,
    losses: store.location === undefined ? new MemoryLosses() : new FileLosses(places.losses),
    heard: new Heard(store.location === undefined ? undefined : places.heard),
    clock,
    env: variables,
    search,
    modelsFolder,
    close: async () => {
      await (await opened.search)?.close();
      await store.close();
    },
    languageModel: once(() => chooseModel(loaded, places.root, variables)),
    otherProject: (project) => contextFor({ ...options, project }),
    version,
    actor: options.actor ?? environment.actor ?? environment.user ?? "unknown",
    origin: options.origin ?? environment.origin ?? "tool:library",
    run: options.run ?? environment.run,
    beforeWriting: once(() => {
      if (store.location !== undefined) writeLocalFolder(places, identity.key);
    }),
  };
}

/** Only what the person at this machine set counts: a file of the project must not spend anybody's money. */
async function chooseModel(
  { config, sources }: LoadedConfig,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LanguageModel> {
  const { modelUnavailable } = await import("./models/model-unavailable.js");
  const { ownModelSettings } = await import("./models/own-model-settings.js");
  const { settings } = ownModelSettings(config.model, sources);
  const { provider, enabled } = settings;
  if (!enabled || provider === "none") {
    throw modelUnavailable("none", "no language model is switched on", {
      next: "set WHETSTONE_MODEL_ENABLED=true and WHETSTONE_MODEL_PROVIDER, or harden by hand",
    });
  }
  if (provider === "claude") return (await import("./models/claude-program.js")).claudeProgram(settings, { root, env });
  if (provider === "codex") return (await import("./models/codex-program.js")).codexProgram(settings, { root, env });
  const { aiSdkModel } = await import("./models/ai-sdk.js");
  return aiSdkModel({ ...settings, provider }, env[settings.apiKeyVariable]);
}

/** The folder of the built-in models in the package. */
function modelsFolder(): string {
  return join(packageFolder(import.meta.filename), "models");
}

async function openLessonSearch(
  ledger: Ledger,
  { folder, downloaded }: { readonly folder: string | undefined; readonly downloaded: Places["models"] },
  progress: Progress | undefined,
): Promise<LessonSearch> {
  const { openSearch } = await import("./search/open-search.js");
  const { forgottenCount } = await import("./app/forgotten-count.js");
  return openSearch({
    dataFolder: folder,
    modelsFolder: modelsFolder(),
    downloaded,
    settings: ledger.config.retrieval,
    forgotten: () => ledger.read(forgottenCount),
    ...(progress === undefined ? {} : { progress }),
  });
}

function storeFor({ config }: LoadedConfig, places: Places, clock: () => number): Store {
  if (config.store.kind === "memory") return new MemoryStore();
  const { busyWaitMs, synchronous, backupsKept } = config.store;
  return new SqliteStore({
    file: places.database,
    backups: { folder: places.backups, kept: backupsKept, now: () => isoTime(clock()) },
    busyWaitMs,
    synchronous,
    unique: () => crypto.randomUUID(),
  });
}

function once<T>(work: () => T): () => T {
  const done: { value?: { readonly of: T } } = {};
  return () => {
    done.value ??= { of: work() };
    return done.value.of;
  };
}
