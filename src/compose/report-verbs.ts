import type { Context } from "../app/context.js";
import type { ExplainResult } from "../app/explain-result.js";
import type { ReportResult } from "../app/report.js";
import type { StatusResult } from "../app/status.js";
import { once } from "./once.js";

/** What was learned, for whoever asks. */
export interface ReportVerbs {
  report(): Promise<ReportResult>;
  /** Marks this moment: the next report tells what changed since. */
  keepReport(format: "json" | "md" | "html"): Promise<void>;
  /** The project's counters in the text format of Prometheus. */
  metrics(): Promise<string>;
  explain(id: string): Promise<ExplainResult>;
  status(options?: { readonly config?: boolean }): Promise<StatusResult>;
}

const loaded = {
  explain: once(() => import("../app/explain.js")),
  metrics: once(() => import("../app/metrics.js")),
  report: once(() => import("../app/report.js")),
  status: once(() => import("../app/status.js")),
};

export function reportVerbs(context: Context): ReportVerbs {
  return {
    report: async () => (await loaded.report()).report(context),
    keepReport: async (format) => (await loaded.report()).keepReport(context, format),
    metrics: async () => (await loaded.metrics()).metrics(context),
    explain: async (id) => (await loaded.explain()).explain(context, id),
    status: async (asked) => (await loaded.status()).status(context, asked),
  };
}
