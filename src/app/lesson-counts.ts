import * as z from "zod/mini";
import { moment, stateList } from "../projections/list-keys.js";
import { views } from "../projections/views.js";
import type { LedgerReader } from "../store/ledger-reader.js";

const count = z.int();

/** How many lessons of each kind are in each state now. */
export const lessonCountsOutput = z.strictObject({
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

type LessonCounts = z.output<typeof lessonCountsOutput>;

/** Counted in sorted lists, so that no lesson is read. */
export async function lessonCounts(
  reader: LedgerReader,
  now: number,
  { strategies, insights }: { readonly strategies: number; readonly insights: number },
): Promise<LessonCounts> {
  const places = (view: { readonly name: string }, state: string) =>
    reader.countPlaces(view, { list: stateList(state), after: stateList(state) + moment(now + 1) });
  const strategy = (state: string) => places(views.strategies, state);
  const insight = (state: string) => places(views.insights, state);
  const directive = (state: string) => places(views.directives, state);
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
