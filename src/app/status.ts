import * as z from "zod/mini";
import { dayMs, isoTime } from "../events/time.js";
import type { DayRow } from "../projections/days.js";
import type { DirectiveRow } from "../projections/directives.js";
import { escalatedList, moment, stateList, totalsKey } from "../projections/list-keys.js";
import type { TotalsRow } from "../projections/totals.js";
import { views } from "../projections/views.js";
import { searchPath } from "../search/search-path.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";
import { field } from "./field.js";
import { knownHostOutput, readableHosts } from "./known-hosts.js";
import { openGates, openGatesOutput } from "./open-gates.js";
import { recentLosses } from "./recent-losses.js";

const configLine = z.strictObject({
  path: z.string(),
  value: z.unknown(),
  default: z.unknown(),
  unit: z.string(),
  from: field("Where this value was set.", z.string()),
});

const count = z.int();
const time = z.nullable(z.string());

/** How many lessons of each kind are in each state now. */
const lessonCountsOutput = z.strictObject({
  strategies: z.strictObject({ candidate: count, established: count, proven: count, deprecated: count }),
  insights: z.strictObject({
    observed: count,
    candidate: count,
    verified: count,
    active: count,
    deprecated: count,
  }),
  directives: z.strictObject({ proposed: count, active: count, quarantined: count, archived: count }),
});

/** What was shown in the last seven days, today included, and what became of it. */
const weekCountsOutput = z.strictObject({
  since: field("The first of the days, by UTC.", z.string()),
  shown: z.int(),
  acknowledged: z.int(),
  violated: z.int(),
  unacknowledged: z.int(),
});

export const statusOutput = z.strictObject({
  version: z.string(),
  at: field("When this was read.", z.string()),
  project: z.strictObject({
    key: z.string(),
    from: z.enum(["config", "git", "path"]),
    root: z.string(),
    unaccepted: field(
      "What whetstone.json asks for and is not followed, and how a person accepts it.",
      z.nullable(z.string()),
    ),
  }),
  store: z.strictObject({ kind: z.string(), location: z.nullable(z.string()) }),
  log: z.strictObject({ events: count, lastEventAt: time }),
  outcomes: z.strictObject({ success: count, partial: count, failure: count }),
  lessons: z.strictObject({
    strategies: count,
    antiPatterns: count,
    insights: count,
    directives: count,
    forgotten: count,
  }),
  states: field("How many lessons of each kind are in each state.", lessonCountsOutput),
  shown: field(
    "How many of the newest runs were shown a lesson.",
    z.strictObject({ runs: count, withLessons: count, exposures: count }),
  ),
  captured: field(
    "How many of the newest runs brought an insight.",
    z.strictObject({ runs: count, withInsights: count }),
  ),
  receipts: field(
    "What agents, reviewers and checks reported of directives that were shown.",
    z.strictObject({ acknowledged: count, violated: count, unacknowledged: count }),
  ),
  escalations: field(
    "The newest directives that became critical by themselves.",
    z.array(z.strictObject({ lesson: z.string(), text: z.string(), at: z.string() })),
  ),
  week: field("What was shown in the last seven days, and what became of it.", weekCountsOutput),
  gates: field("Phases that have begun and not ended.", openGatesOutput),
  hosts: field("The coding agents that are set up here or have called.", z.array(knownHostOutput)),
  search: field(
    "What lessons are found by: words, or words and meaning.",
    z.strictObject({
      by: z.enum(["words", "words and meaning"]),
      model: field("The model that compares meanings; null without one.", z.nullable(z.string())),
      note: field("Why it is not the model of the settings; null when it is.", z.nullable(z.string())),
    }),
  ),
  lost: field("How many things were given up in the last seven days so that agents could go on.", count),
  newestLoss: z.nullable(z.strictObject({ at: z.string(), stage: z.string(), reason: z.string() })),
  rejected: field("How many inputs were refused.", count),
  config: field("Every setting, if the input asked for them.", z.optional(z.array(configLine))),
});

export type StatusResult = z.output<typeof statusOutput>;

const escalationsShown = 3;

/** What it costs does not grow with the log. */
export async function status(
  context: Context,
  { config: withConfig }: { readonly config: boolean },
): Promise<StatusResult> {
  const { ledger, identity, places, loaded } = context;
  const now = context.clock();
  const losses = recentLosses(context);
  const { config } = loaded;
  return {
    version: context.version,
    at: isoTime(now),
    project: {
      key: identity.key,
      from: identity.from,
      root: places.root,
      unaccepted: context.unaccepted ?? null,
    },
    store: { kind: ledger.store.kind, location: ledger.store.location ?? null },
    ...(await ledger.read((reader) => recorded(reader, now))),
    hosts: [...readableHosts(context)],
    search: searchPath(config.retrieval, { models: context.modelsFolder(), downloaded: places.models }),
    lost: losses.length,
    newestLoss: losses.at(-1) ?? null,
    ...(withConfig ? { config: await configLines(context) } : {}),
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

async function configLines({ loaded }: Context): Promise<z.output<typeof configLine>[]> {
  const { describeConfig } = await import("../config/describe-config.js");
  return describeConfig(loaded).map(({ path, value, default: standard, unit, from }) => ({
    path,
    value,
    default: standard,
    unit,
    from,
  }));
}

/** Counted in sorted lists, so that no lesson is read. */
async function lessonCounts(
  reader: LedgerReader,
  now: number,
  { strategies, insights }: { readonly strategies: number; readonly insights: number },
): Promise<StatusResult["states"]> {
  const places = (view: { readonly name: string }, state: string) =>
    reader.countPlaces(view, { list: stateList(state), after: stateList(state) + moment(now + 1) });
  const strategy = (state: string) => places(views.strategies, state);
  const insight = (state: string) => places(views.insights, state);
  const directive = (state: string) => places(views.directives, state);
  // A proven strategy is in the list of established ones too, which it joins when its evidence has faded.
  const [proven, standing, deprecated] = [
    await strategy("proven"),
    await strategy("established"),
    await strategy("deprecated"),
  ];
  const live = {
    observed: await insight("observed"),
    candidate: await insight("candidate"),
    verified: await insight("verified"),
    active: await insight("active"),
  };
  return {
    strategies: {
      candidate: strategies - standing - deprecated,
      established: standing - proven,
      proven,
      deprecated,
    },
    insights: {
      ...live,
      deprecated: insights - live.observed - live.candidate - live.verified - live.active,
    },
    directives: {
      proposed: await directive("proposed"),
      active: await directive("active"),
      quarantined: await directive("quarantined"),
      archived: await directive("archived"),
    },
  };
}

const daysLookedAt = 7;

async function weekCounts(reader: LedgerReader, now: number): Promise<StatusResult["week"]> {
  const sums = { shown: 0, acknowledged: 0, violated: 0, unacknowledged: 0 };
  const dates = Array.from({ length: daysLookedAt }, (_, ago) => isoTime(now - ago * dayMs).slice(0, 10));
  for (const date of dates) {
    const day = await reader.row<DayRow>(views.days, date);
    sums.shown += day?.shown ?? 0;
    sums.acknowledged += day?.acknowledged ?? 0;
    sums.violated += day?.violated ?? 0;
    sums.unacknowledged += day?.unacknowledged ?? 0;
  }
  return { since: dates.at(-1) ?? "", ...sums };
}
