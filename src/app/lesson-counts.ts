import { moment, stateList } from "../projections/list-keys.js";
import { views } from "../projections/views.js";
import type { LedgerReader } from "../store/ledger-reader.js";

/** How many lessons of each kind are in each state now. */
export interface LessonCounts {
  readonly strategies: {
    readonly candidate: number;
    readonly established: number;
    readonly proven: number;
    readonly deprecated: number;
  };
  readonly insights: {
    readonly observed: number;
    readonly candidate: number;
    readonly verified: number;
    readonly active: number;
    readonly deprecated: number;
  };
  readonly directives: {
    readonly proposed: number;
    readonly active: number;
    readonly quarantined: number;
    readonly archived: number;
  };
}

/** Counted in sorted lists, so that no lesson is read. */
export async function lessonCounts(
  reader: LedgerReader,
  now: number,
  { strategies, insights }: { readonly strategies: number; readonly insights: number },
): Promise<LessonCounts> {
  const count = (view: { readonly name: string }, state: string) =>
    reader.countPlaces(view, { list: stateList(state), after: stateList(state) + moment(now + 1) });
  const strategy = (state: string) => count(views.strategies, state);
  const insight = (state: string) => count(views.insights, state);
  const directive = (state: string) => count(views.directives, state);
  // What is proven stands in the list of the established too: it will be that when its evidence has faded.
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
