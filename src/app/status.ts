import { isoTime } from "../events/time.js";
import type { DirectiveRow } from "../projections/directives.js";
import { escalatedList, totalsKey } from "../projections/list-keys.js";
import type { TotalsRow } from "../projections/totals.js";
import { views } from "../projections/views.js";
import { type AnsweringPath, searchPath } from "../search/search-path.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";
import { type KnownHost, readableHosts } from "./known-hosts.js";
import { type LessonCounts, lessonCounts } from "./lesson-counts.js";
import { type OpenGates, openGates } from "./open-gates.js";
import { recentLosses } from "./recent-losses.js";
import { type WeekCounts, weekCounts } from "./week-counts.js";

export interface StatusResult {
  readonly version: string;
  /** When this was read. */
  readonly at: string;
  readonly project: { readonly key: string; readonly from: "config" | "git" | "path"; readonly root: string };
  readonly store: { readonly kind: string; readonly location: string | null };
  readonly log: { readonly events: number; readonly lastEventAt: string | null };
  readonly outcomes: { readonly success: number; readonly partial: number; readonly failure: number };
  readonly lessons: {
    readonly strategies: number;
    readonly antiPatterns: number;
    readonly insights: number;
    readonly directives: number;
    readonly forgotten: number;
  };
  /** The same by state. */
  readonly states: LessonCounts;
  /** Whether what was learned reaches anyone: of the newest runs, how many were shown a lesson. */
  readonly shown: { readonly runs: number; readonly withLessons: number; readonly exposures: number };
  /** Whether anything comes in: of the newest runs, how many brought an insight. */
  readonly captured: { readonly runs: number; readonly withInsights: number };
  /** What agents, reviewers and checks said of directives that were shown. */
  readonly receipts: {
    readonly acknowledged: number;
    readonly violated: number;
    readonly unacknowledged: number;
  };
  /** The newest directives that became critical by themselves. */
  readonly escalations: readonly { readonly lesson: string; readonly text: string; readonly at: string }[];
  /** What was shown in the last seven days, and what was said of it. */
  readonly week: WeekCounts;
  readonly gates: OpenGates;
  readonly hosts: readonly KnownHost[];
  /** By what lessons are found. */
  readonly search: AnsweringPath;
  /** What was given up in the last days so that agents could go on. */
  readonly lost: number;
  readonly newestLoss: { readonly at: string; readonly stage: string; readonly reason: string } | null;
  readonly rejected: number;
  readonly config?: readonly ConfigLine[];
}

export interface ConfigLine {
  readonly path: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly unit: string;
  /** Where this value was set. */
  readonly from: string;
}

const escalationsShown = 3;

/** What the project has learned so far, in counts. What it costs does not grow with the log. */
export async function status(
  context: Context,
  options: { readonly config?: boolean } = {},
): Promise<StatusResult> {
  const { ledger, identity, places, loaded } = context;
  const now = context.clock();
  const losses = recentLosses(context);
  const { config } = loaded;
  return {
    version: context.version,
    at: isoTime(now),
    project: { key: identity.key, from: identity.from, root: places.root },
    store: { kind: ledger.store.kind, location: ledger.store.location ?? null },
    ...(await ledger.read((reader) => recorded(reader, now))),
    hosts: readableHosts(context),
    search: searchPath(config.retrieval, { models: context.modelsFolder(), downloaded: places.models }),
    lost: losses.length,
    newestLoss: losses.at(-1) ?? null,
    ...(options.config === true ? { config: await configLines(context) } : {}),
  };
}

type Recorded = Omit<
  StatusResult,
  "version" | "at" | "project" | "store" | "hosts" | "search" | "lost" | "newestLoss" | "config"
>;

async function recorded(reader: LedgerReader, now: number): Promise<Recorded> {
  const sums = await reader.row<TotalsRow>(views.totals, totalsKey);
  const head = await reader.head();
  const [newest] = head === 0 ? [] : await reader.recordedAfter(head - 1, 1);
  const { antiPatterns = 0, insights = 0, runs = [] } = sums ?? {};
  const strategies = (await reader.countRows(views.strategies)) - antiPatterns;
  return {
    log: { events: head, lastEventAt: newest?.at ?? null },
    outcomes: sums?.outcomes ?? { success: 0, partial: 0, failure: 0 },
    lessons: {
      strategies,
      antiPatterns,
      insights,
      directives: sums?.directives ?? 0,
      forgotten: sums?.forgotten ?? 0,
    },
    states: await lessonCounts(reader, now, { strategies, insights }),
    shown: {
      runs: runs.length,
      withLessons: sums?.shownRuns.length ?? 0,
      exposures: sums?.exposures ?? 0,
    },
    captured: { runs: runs.length, withInsights: sums?.insightRuns.length ?? 0 },
    receipts: sums?.receipts ?? { acknowledged: 0, violated: 0, unacknowledged: 0 },
    week: await weekCounts(reader, now),
    gates: await openGates(reader, now),
    escalations: await newestEscalations(reader),
    rejected: await reader.countRejected(),
  };
}

async function newestEscalations(reader: LedgerReader): Promise<StatusResult["escalations"]> {
  const found = await reader.rowsFrom<DirectiveRow>(views.directives, {
    list: escalatedList,
    limit: escalationsShown,
  });
  return found.map(({ row: { lesson, text, escalationHistory } }) => ({
    lesson,
    text,
    at: escalationHistory.at(-1)?.at ?? "",
  }));
}

async function configLines({ loaded }: Context): Promise<readonly ConfigLine[]> {
  const { describeConfig } = await import("../config/describe.js");
  return describeConfig(loaded).map(({ path, value, default: standard, unit, from }) => ({
    path,
    value,
    default: standard,
    unit,
    from,
  }));
}
