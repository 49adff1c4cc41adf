import { reliabilityOf } from "../engines/reliability/reliability-tally.js";
import { adapters } from "../projections/adapters.js";
import { governance, governanceKey } from "../projections/governance.js";
import { totals, totalsKey } from "../projections/totals.js";
import type { Context } from "./context.js";

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  readonly samples: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

/** The counters of the project in the text format that Prometheus reads. Every number is counted from the log. */
export async function metrics({ ledger }: Context): Promise<string> {
  return ledger.read(async (reader) => {
    const sums = await reader.row(totals, totalsKey);
    const limits = await reader.row(governance, governanceKey);
    const rows = (await reader.rows(adapters)).filter((row) => row.tally.runs > 0);
    const outcomes = sums?.outcomes ?? { success: 0, partial: 0, failure: 0 };
    const one = (name: string, help: string, value: number): Metric => ({
      name,
      help,
      type: "counter",
      samples: [{ value }],
    });
    return [
      {
        name: "outcomes_total",
        help: "Outcomes recorded, by result.",
        type: "counter" as const,
        samples: Object.entries(outcomes).map(([result, value]) => ({ labels: { result }, value })),
      },
      one("patterns_detected_total", "Occurrences of failure patterns.", limits?.patternsDetected ?? 0),
      one("overlays_applied_total", "Times a learned policy became stricter.", limits?.overlaysApplied ?? 0),
      one("relaxations_suggested_total", "Times a review was suggested.", limits?.relaxationsSuggested ?? 0),
      one("reviews_total", "Times a person relaxed a learned policy.", limits?.reviews ?? 0),
      one("lessons_shown_total", "Lines shown in prompts.", sums?.exposures ?? 0),
      {
        name: "rejected",
        help: "Refused inputs that are still on record.",
        type: "gauge" as const,
        samples: [{ value: await reader.countRejected() }],
      },
      one("events_total", "Events in the log.", await reader.head()),
      {
        name: "reliability_score",
        help: "Reliability of a capability, 0 to 1.",
        type: "gauge" as const,
        samples: rows.map(({ adapter, tally }) => ({
          labels: { capability: adapter },
          value: reliabilityOf(tally, ledger.config.reliability).reliabilityScore,
        })),
      },
      {
        name: "reliability_changes_total",
        help: "Times the reliability of a capability changed.",
        type: "counter" as const,
        samples: rows.map(({ adapter, scoreChanges }) => ({ labels: { capability: adapter }, value: scoreChanges })),
      },
    ]
      .map(textOf)
      .join("");
  });
}

function textOf({ name, help, type, samples }: Metric): string {
  const full = `whetstone_${name}`;
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    return `${full}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
  });
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join("")}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
