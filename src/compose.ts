import { homedir } from "node:os";
import type { ChangeLessonInput, ChangeLessonResult } from "./app/change-lesson.js";
import type { CompleteInput, CompleteResult } from "./app/complete.js";
import type { Context } from "./app/context.js";
import type { DoctorResult } from "./app/doctor.js";
import type { ErrorInput, ErrorListResult, ErrorResult, ErrorStatsResult, ResolveResult } from "./app/errors.js";
import type { ExplainResult } from "./app/explain-result.js";
import type { FeedbackInput, FeedbackResult } from "./app/feedback.js";
import type { ForgetInput, ForgetPreview, ForgetResult } from "./app/forget.js";
import type { ImportResult } from "./app/import-log.js";
import type { LessonsResult } from "./app/lessons.js";
import type { PlanInput, PlanResult } from "./app/plan.js";
import type { PolicyResult, RelaxInput, RelaxResult, SetPolicyInput } from "./app/policy.js";
import type { RebuildResult } from "./app/rebuild.js";
import type { RecordInput, RecordResult } from "./app/record.js";
import type { OutcomeLine, RecordManyResult } from "./app/record-many.js";
import type { ReportedRun } from "./app/record-report.js";
import type { ReportResult } from "./app/report.js";
import type { RestoreResult } from "./app/restore.js";
import type { StatusResult } from "./app/status.js";
import { environmentFrom, readEnvironment } from "./config/environment.js";
import { type LoadedConfig, loadConfig } from "./config/load.js";
import { isoTime } from "./events/time.js";
import { uuidV7 } from "./ids.js";
import { findRoot } from "./project/find-root.js";
import { identifyProject } from "./project/identify.js";
import { writeLocalFolder } from "./project/local-folder.js";
import { type Places, placesOf } from "./project/places.js";
import { projections } from "./projections/index.js";
import { Ledger } from "./store/ledger.js";
import { MemoryStore } from "./store/memory.js";
import { SqliteStore } from "./store/sqlite/sqlite-store.js";
import type { Progress, Store } from "./store/store.js";
import { version } from "./version.js";

export type { Progress };

export interface OpenOptions {
  /** Any folder of the project; the current one, if left out. */
  readonly root?: string;
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
}

/** One project's learning, open for use. Every method is a verb of the command line too. */
export interface Whetstone {
  record(input: RecordInput): Promise<RecordResult>;
  /** Records what another tool reported, with its failures as errors of the task. */
  recordReport(report: ReportedRun): Promise<RecordResult>;
  /** Records the good ones of many outcomes and says which were refused. */
  recordMany(lines: readonly OutcomeLine[], onProgress?: Progress): Promise<RecordManyResult>;
  plan(input: PlanInput): Promise<PlanResult>;
  /** Closes the loop on a task that was planned, with its real duration, errors and retries. */
  complete(input: CompleteInput): Promise<CompleteResult>;
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
    list(): Promise<LessonsResult>;
    promote(input: ChangeLessonInput): Promise<ChangeLessonResult>;
    deprecate(input: ChangeLessonInput): Promise<ChangeLessonResult>;
    reset(input: ChangeLessonInput): Promise<ChangeLessonResult>;
    previewForget(lesson: string): Promise<ForgetPreview>;
    forget(input: ForgetInput): Promise<ForgetResult>;
  };
  close(): Promise<void>;
}

/** Finds the project around a folder, reads its settings, and opens its store. Reading creates no files. */
export async function openWhetstone(options: OpenOptions = {}): Promise<Whetstone> {
  const context = contextFor(options);
  return {
    record: async (input) => (await import("./app/record.js")).record(context, input),
    recordReport: async (report) => (await import("./app/record-report.js")).recordReport(context, report),
    recordMany: async (lines, onProgress) =>
      (await import("./app/record-many.js")).recordMany(context, lines, onProgress),
    plan: async (input) => (await import("./app/plan.js")).plan(context, input),
    complete: async (input) => (await import("./app/complete.js")).complete(context, input),
    feedback: async (input) => (await import("./app/feedback.js")).feedback(context, input),
    errors: {
      record: async (input) => (await import("./app/errors.js")).recordError(context, input),
      resolve: async (id) => (await import("./app/errors.js")).resolveError(context, id),
      context: async (task, all) => (await import("./app/errors.js")).errorContext(context, task, all),
      stats: async (task) => (await import("./app/errors.js")).errorStats(context, task),
      list: async (task) => (await import("./app/errors.js")).listErrors(context, task),
    },
    policy: {
      of: async (adapter) => (await import("./app/policy.js")).policy(context, adapter),
      set: async (input) => (await import("./app/policy.js")).setPolicy(context, input),
      previewRelax: async (adapter) => (await import("./app/policy.js")).previewRelax(context, adapter),
      relax: async (input) => (await import("./app/policy.js")).relax(context, input),
    },
    report: async () => (await import("./app/report.js")).report(context),
    keepReport: async (format) => (await import("./app/report.js")).keepReport(context, format),
    metrics: async () => (await import("./app/metrics.js")).metrics(context),
    explain: async (id) => (await import("./app/explain.js")).explain(context, id),
    status: async (asked) => (await import("./app/status.js")).status(context, asked),
    doctor: async (onProgress) => (await import("./app/doctor.js")).doctor(context, onProgress),
    backUp: async () => (await import("./app/doctor.js")).backUp(context),
    restore: async (file) => (await import("./app/restore.js")).restore(context, file),
    rebuild: async (onProgress) => (await import("./app/rebuild.js")).rebuild(context, onProgress),
    export: async function* () {
      yield* (await import("./app/export-log.js")).exportLog(context);
    },
    import: async (lines) => (await import("./app/import-log.js")).importLog(context, lines),
    lessons: {
      list: async () => (await import("./app/lessons.js")).listLessons(context),
      promote: async (input) => (await import("./app/change-lesson.js")).changeLesson(context, "promote", input),
      deprecate: async (input) => (await import("./app/change-lesson.js")).changeLesson(context, "deprecate", input),
      reset: async (input) => (await import("./app/change-lesson.js")).changeLesson(context, "reset", input),
      previewForget: async (lesson) => (await import("./app/forget.js")).previewForget(context, lesson),
      forget: async (input) => (await import("./app/forget.js")).forget(context, input),
    },
    close: () => context.ledger.store.close(),
  };
}

function contextFor(options: OpenOptions): Context {
  const variables = options.env ?? readEnvironment();
  const environment = environmentFrom(variables);
  const home = environment.home ?? homedir();
  const { root } = findRoot(options.root ?? process.cwd(), home);
  const loaded = loadConfig({ file: `${root}/whetstone.json`, env: variables, set: options.set });
  const identity = identifyProject(root, loaded.project);
  const storeFolder = loaded.config.store.folder;
  const places = placesOf({ key: identity.key, root, env: variables, platform: process.platform, home, storeFolder });
  const clock = options.clock ?? Date.now;
  const store = storeFor(loaded, places, clock);
  const ledger = new Ledger({
    store,
    project: identity.key,
    projections,
    config: loaded.config,
    clock,
    newId: uuidV7(clock),
    ...(options.onRebuild === undefined ? {} : { onRebuild: options.onRebuild }),
  });
  return {
    ledger,
    loaded,
    identity,
    places,
    clock,
    version,
    actor: options.actor ?? environment.actor ?? environment.user ?? "unknown",
    origin: options.origin ?? environment.origin ?? "tool:library",
    run: options.run ?? environment.run,
    beforeWriting: once(() => {
      if (store.location !== undefined) writeLocalFolder(places, identity.key);
    }),
  };
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

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
