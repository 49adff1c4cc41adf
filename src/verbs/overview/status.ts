import type { Config } from "../../base/config/settings.js";
import type { DirectiveRow } from "../../lessons/directive/fold/directive-row.js";
import { nextSearchPath } from "../../lessons/search/next-search.js";
import type { StrategyRow } from "../../lessons/strategy/fold/strategies.js";
import { headline } from "../../lessons/trial/headline.js";
import { unsolvedFailures } from "../../lessons/unsolved.js";
import { dayMs, isoTime } from "../../log/events/time.js";
import {
  earliestFirst,
  escalatedList,
  overlayList,
  periodOf,
  stateList,
  totalsKey,
} from "../../log/list-keys.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { views } from "../../log/views.js";
import type { AdapterRow } from "../../runs/fold/adapters.js";
import type { DayRow } from "../../runs/fold/days.js";
import type { TotalsRow } from "../../runs/fold/totals.js";
import type { Context } from "../call/context.js";
import { readableHosts } from "../doctor/known-hosts.js";
import { recentLosses } from "../doctor/recent-losses.js";
import { openGates } from "./open-gates.js";
import { pauseNow } from "./pause.js";
import { countHeard } from "./review-notice.js";
import type { StatusResult } from "./status-output.js";

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
  const held = await ledger.read(async (reader) => ({
    ...(await recorded(reader, now, config)),
    pause: (await pauseNow(context, reader)) ?? null,
  }));
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
    team: await sharedState(context),
    ...held,
    hosts: [...readableHosts(context)],
    search: await nextSearchPath(context, held.log.events),
    lost: losses.length,
    newestLoss: losses.at(-1) ?? null,
    ...(withConfig ? { config: await configLines(context) } : {}),
  };
}

/** Null without a word about any hub: then its code is not loaded. */
async function sharedState(context: Context): Promise<StatusResult["team"]> {
  if (context.team === undefined && context.loaded.config.team.hub === "") return null;
  const { teamState } = await import("../../hub/exchange/team-state.js");
  return (await teamState(context)) as StatusResult["team"];
}

type Recorded = Omit<
  StatusResult,
  | "version"
  | "pause"
  | "at"
  | "project"
  | "store"
  | "team"
  | "hosts"
  | "search"
  | "lost"
  | "newestLoss"
  | "config"
>;

async function recorded(reader: LedgerReader, now: number, config: Config): Promise<Recorded> {
  const sums = await reader.row<TotalsRow>(views.totals, totalsKey);
  const head = await reader.head();
  const [newest] = head === 0 ? [] : await reader.recordedAfter(head - 1, 1);
  const { insights = 0, runs = [] } = sums ?? {};
  const antiPatterns = await reader.countPlaces(views.strategies, { list: stateList("anti_pattern") });
  const strategies = (await reader.countRows(views.strategies)) - antiPatterns;
  const counts = await lessonCounts(reader, now, config, { strategies, insights });
  const { ready, active, asleep, retired } = counts.failures;
  return {
    log: { events: head, lastEventAt: newest?.at ?? null },
    outcomes: sums?.outcomes ?? { success: 0, partial: 0, failure: 0 },
    lessons: {
      strategies,
      antiPatterns,
      insights,
      directives: sums?.directives ?? 0,
      failures: ready + active + asleep + retired,
      forgotten: sums?.forgotten ?? 0,
    },
    corrections: await countHeard(reader),
    unsolved: (await unsolvedFailures(reader)).length,
    states: counts,
    shown: {
      runs: runs.length,
      withLessons: sums?.shownRuns.length ?? 0,
      exposures: sums?.exposures ?? 0,
    },
    captured: { runs: runs.length, withInsights: sums?.insightRuns.length ?? 0 },
    receipts: sums?.receipts ?? { acknowledged: 0, violated: 0, unacknowledged: 0 },
    headline: await headline(reader),
    week: await weekCounts(reader, now),
    gates: await openGates(reader, now),
    overlays: await overlayCounts(reader, now),
    judged: {
      agents: await reader.countRows(views.agents),
      skills: await reader.countRows(views.skills),
    },
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

const overlaysShown = 3;

/** Counted in a sorted list, of which only the oldest rows are read. */
async function overlayCounts(reader: LedgerReader, now: number): Promise<StatusResult["overlays"]> {
  const places = { list: overlayList };
  const oldest = await reader.rowsFrom<AdapterRow>(views.adapters, { ...places, limit: overlaysShown });
  return {
    inForce: await reader.countPlaces(views.adapters, places),
    stale: await reader.countPlaces(views.adapters, { ...places, before: overlayList + earliestFirst(now) }),
    oldest: oldest.map(({ row: { adapter, learned } }) => ({
      adapter,
      lastEvidenceAt: learned?.updatedAt ?? "",
    })),
  };
}

async function configLines({ loaded }: Context): Promise<NonNullable<StatusResult["config"]>> {
  const { describeConfig } = await import("../../base/config/describe-config.js");
  return describeConfig(loaded).map(({ path, value, default: standard, unit, from }) => ({
    path,
    value,
    default: standard,
    unit,
    from,
  }));
}

/** Counted in sorted lists, so that no lesson is read but strategies whose state ends in this period. */
async function lessonCounts(
  reader: LedgerReader,
  now: number,
  config: Config,
  { strategies, insights }: { readonly strategies: number; readonly insights: number },
): Promise<StatusResult["states"]> {
  const places = (view: { readonly name: string }, state: string) =>
    reader.countPlaces(view, { list: stateList(state), after: stateList(state) + earliestFirst(now + 1) });
  const strategy = async (state: string) =>
    (await places(views.strategies, state)) + (await endingStrategies(reader, state, now, config));
  const insight = (state: string) => places(views.insights, state);
  const failure = (state: string) => places(views.failures, state);
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
    failures: {
      ready: await failure("ready"),
      active: await failure("active"),
      asleep: await failure("asleep"),
      retired: await failure("retired"),
    },
  };
}

/** How many strategies are still in a state that ends in the period of now. */
async function endingStrategies(
  reader: LedgerReader,
  state: string,
  now: number,
  config: Config,
): Promise<number> {
  const list = stateList(state) + periodOf(now);
  const limit = await reader.countPlaces(views.strategies, { list });
  if (limit === 0) return 0;
  const { strategyStates } = await import("../../lessons/strategy/rules/maturity.js");
  const rules = views.strategies.settings(config);
  const ending = await reader.rowsFrom<StrategyRow>(views.strategies, { list, limit });
  const lasts = (row: StrategyRow) =>
    strategyStates(row, rules).some((each) => each.state === state && each.until > now);
  return ending.filter(({ row }) => lasts(row)).length;
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
