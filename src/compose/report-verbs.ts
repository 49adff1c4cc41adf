import type { Context } from "../app/context.js";
import { once } from "./once.js";

/** What was learned, in figures. */
export interface ReportVerbs {
  /** The project's counters in the text format of Prometheus. */
  metrics(): Promise<string>;
}

const loaded = {
  metrics: once(() => import("../app/metrics.js")),
};

export function reportVerbs(context: Context): ReportVerbs {
  return {
    metrics: async () => (await loaded.metrics()).metrics(context),
  };
}
