import * as z from "zod/mini";
import type { Loss } from "../base/losses/losses.js";
import { type RoleRow, roles } from "../lessons/insight/fold/roles.js";
import { headline } from "../lessons/trial/headline.js";
import type { Headline } from "../lessons/trial/headline-output.js";
import { totalsKey } from "../log/list-keys.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { adapters } from "../runs/fold/adapters.js";
import { governance, governanceKey } from "../runs/fold/governance.js";
import { totals } from "../runs/fold/totals.js";
import { isStale, limitedFields } from "../runs/reliability/overlay.js";
import { reliabilityOf } from "../runs/reliability/reliability.js";
import type { Context } from "./call/context.js";
import { field } from "./call/field.js";
import { lossDays, recentLosses } from "./doctor/recent-losses.js";
import { defineVerb } from "./frame/define-verb.js";
import { type Metric, metricText } from "./parts/metric.js";
import { teamMetrics } from "./parts/team-metrics.js";
import { judgedReport } from "./report/report-judged.js";

export const verb = defineVerb({
  name: "metrics",
  group: "Called by agents",
  summary: "Print the project's counters for Prometheus",
  description: `Prints outcomes by result, patterns detected, reliability and its changes, overlays applied, \
agent profiles, skill scores, thresholds, how often failures come back, results of trials, and what was \
shown or refused; for a shared project the state of the exchange with its hub, and on a hub how many are in it. \
The text format is the one that Prometheus and OpenTelemetry collectors read.`,
  examples: [
    {
      run: "whetstone metrics > /var/lib/node_exporter/whetstone.prom",
      about: "For a collector that reads files:",
    },
  ],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({}),
  output: z.strictObject({
    text: field("The counters in the text format that Prometheus reads.", z.string()),
  }),
  cli: { render: ({ text }) => text },
  run: async (context) => ({ text: await metrics(context) }),
});

/** Every number is counted from the log, but those about the exchange with a hub. */
async function metrics(context: Context): Promise<string> {
  const { ledger } = context;
  const team = await teamMetrics(context);
  return ledger.read(async (reader) => {
    const sums = await reader.row(totals, totalsKey);
    const limits = await reader.row(governance, governanceKey);
    const all = await reader.rows(adapters);
    const rows = all.filter((row) => row.tally.runs > 0);
    const limited = rows
      .flatMap(({ learned }) => learned ?? [])
      .filter((each) => limitedFields(each, ledger.config.policy).length > 0);
    const stale = limited.filter((each) => isStale(each, context.clock(), ledger.config.policy));
    const outcomes = sums?.outcomes ?? { success: 0, partial: 0, failure: 0 };
    const one = (name: string, help: string, value: number): Metric => ({
      name,
      help,
      type: "counter",
      samples: [{ value }],
    });
    const gauge = (name: string, help: string, value: number): Metric => ({
      ...one(name, help, value),
      type: "gauge",
    });
    return [
      {
        name: "outcomes_total",
        help: "Outcomes recorded, by result.",
        type: "counter" as const,
        samples: Object.entries(outcomes).map(([result, value]) => ({ labels: { result }, value })),
      },
      {
        name: "patterns_detected_total",
        help: "Occurrences of failure patterns, by adapter.",
        type: "counter" as const,
        samples: all
          .filter(({ detected }) => detected > 0)
          .map(({ adapter, detected }) => ({ labels: { adapter }, value: detected })),
      },
      {
        name: "overlays_applied_total",
        help: "Times a learned policy became stricter, by adapter and the risk multiplier that it then had.",
        type: "counter" as const,
        samples: all.flatMap(({ adapter, tightened }) =>
          Object.entries(tightened).map(([multiplier, value]) => ({
            labels: { adapter, risk_multiplier: multiplier },
            value,
          })),
        ),
      },
      gauge("overlays_in_force", "Adapters under learned limits.", limited.length),
      gauge("overlays_stale", "Those whose evidence is too old.", stale.length),
      one("relaxations_suggested_total", "Times a review was suggested.", limits?.relaxationsSuggested ?? 0),
      one("reviews_total", "Times a person relaxed a learned policy.", limits?.reviews ?? 0),
      ...insightMetrics(await reader.rows(roles)),
      {
        name: "receipts_total",
        help: "What agents, reviewers and checks reported of rules, by kind.",
        type: "counter" as const,
        samples: Object.entries(sums?.receipts ?? { acknowledged: 0, violated: 0, unacknowledged: 0 }).map(
          ([kind, value]) => ({ labels: { kind }, value }),
        ),
      },
      one("acks_spoofed_total", "Statements about rules that were never shown.", sums?.spoofed ?? 0),
      one(
        "verdicts_dismissed_total",
        "Verdicts by a rule's author or by a run that was shown it.",
        sums?.dismissed ?? 0,
      ),
      one("phases_total", "Phases that ended.", sums?.phases ?? 0),
      one("lessons_shown_total", "Lines shown in prompts.", sums?.exposures ?? 0),
      ...headlineMetrics(await headline(reader)),
      gauge("rejected", "Refused inputs that are still on record.", await reader.countRejected()),
      {
        name: "lost",
        help: `What was given up in the last ${lossDays} days so that agents could go on, by stage.`,
        type: "gauge" as const,
        samples: lossesByStage(recentLosses(context)),
      },
      one("events_total", "Events in the log.", await reader.head()),
      {
        name: "reliability_score",
        help: "Reliability of an adapter, 0 to 1.",
        type: "gauge" as const,
        samples: rows.map(({ adapter, tally }) => ({
          labels: { adapter },
          value: reliabilityOf(tally, ledger.config.reliability).reliabilityScore,
        })),
      },
      ...(await judgedMetrics(context, reader)),
      {
        name: "failure_pattern_occurrences",
        help: "How often an adapter failed in one way.",
        type: "gauge" as const,
        samples: all.flatMap(({ patterns }) =>
          patterns.map(({ adapterId: adapter, failureType, occurrences }) => ({
            labels: { adapter, failure_type: failureType },
            value: occurrences,
          })),
        ),
      },
      {
        name: "reliability_changes_total",
        help: "Times the reliability of an adapter changed.",
        type: "counter" as const,
        samples: rows.map(({ adapter, scoreChanges }) => ({
          labels: { adapter },
          value: scoreChanges,
        })),
      },
    ]
      .concat(team)
      .map(metricText)
      .join("");
  });
}

/** Before and since the first lesson was shown; the newest weeks; and what trials say. */
function headlineMetrics({ before, since, weeks, lessons }: Headline): readonly Metric[] {
  const perPeriod = (name: string, help: string, count: (sums: Headline["since"]) => number): Metric => ({
    name,
    help: `${help}, before and since the first lesson was shown.`,
    type: "counter",
    samples: Object.entries({ before, since }).map(([period, sums]) => ({
      labels: { period },
      value: count(sums),
    })),
  });
  return [
    perPeriod("sessions_total", "Sessions", ({ sessions }) => sessions),
    perPeriod("sessions_with_repeat_total", "Sessions that met a repeat", ({ withRepeat }) => withRepeat),
    perPeriod("repeatable_failures_total", "Failures that can come back", ({ repeatable }) => repeatable),
    perPeriod("repeats_total", "Failures that an earlier session had", ({ repeats }) => repeats),
    perPeriod("tool_calls_total", "Tool calls, as far as they were counted", ({ calls }) => calls),
    {
      name: "failures_per_hundred_calls",
      help: "Failures that can come back, known or new, for each 100 tool calls, by week.",
      type: "gauge",
      samples: weeks.flatMap(({ week, failuresPer100Calls: value }) =>
        value === null ? [] : [{ labels: { week }, value }],
      ),
    },
    {
      name: "repeats_per_hundred_calls",
      help: "Failures that an earlier session had for each 100 tool calls, by week.",
      type: "gauge",
      samples: weeks.flatMap(({ week, repeatsPer100Calls: value }) =>
        value === null ? [] : [{ labels: { week }, value }],
      ),
    },
    {
      name: "lesson_tokens_per_session",
      help: "Tokens that lessons added to a session, by week.",
      type: "gauge",
      samples: weeks.flatMap(({ week, tokensPerSession: value }) =>
        value === null ? [] : [{ labels: { week }, value }],
      ),
    },
    {
      name: "lessons_on_trial",
      help: "Lessons by what the sessions with and without them say.",
      type: "gauge",
      samples: [
        { labels: { verdict: "helps" }, value: lessons.helps },
        { labels: { verdict: "harms" }, value: lessons.harms },
        { labels: { verdict: "no difference" }, value: lessons.noDifference },
        { labels: { verdict: "not known yet" }, value: lessons.notKnownYet },
      ],
    },
  ];
}

function insightMetrics(rows: readonly RoleRow[]): readonly Metric[] {
  const perRole = (name: string, help: string, count: (row: RoleRow) => number): Metric => ({
    name,
    help,
    type: "counter",
    samples: rows.map((row) => ({ labels: { role: row.role }, value: count(row) })),
  });
  return [
    perRole("deliberations_total", "Deliberations recorded, by role.", (row) => row.deliberations),
    perRole("insights_captured_total", "Sightings of insights that count, by role.", (row) => row.sightings),
    perRole(
      "insights_echoed_total",
      "Repetitions of what a role had been shown, by role.",
      (row) => row.echoes,
    ),
    perRole("noise_dropped_total", "Sentences left out as noise, by role.", (row) => row.noise),
    perRole("briefs_total", "Briefs made, by role.", (row) => row.briefs),
    perRole("brief_lines_shown_total", "Lessons shown in briefs, by role.", (row) => row.exposures),
    perRole(
      "brief_lines_dropped_total",
      "Lessons for which a brief had no room, by role.",
      (row) => row.dropped,
    ),
    perRole(
      "insights_validated_total",
      "Insights that verdicts reinforced, by role.",
      (row) => row.validated,
    ),
    perRole("insights_ignored_total", "Insights called false positives, by role.", (row) => row.ignored),
    perRole(
      "false_positives_unmatched_total",
      "False positives that fitted no insight.",
      (row) => row.unmatched,
    ),
  ];
}

function lossesByStage(losses: readonly Loss[]): Metric["samples"] {
  const stages = [...new Set(losses.map(({ stage }) => stage))];
  return stages.map((stage) => ({
    labels: { stage },
    value: losses.filter((loss) => loss.stage === stage).length,
  }));
}

async function judgedMetrics(context: Context, reader: LedgerReader): Promise<readonly Metric[]> {
  const { agents, skills, thresholds } = await judgedReport(context, reader);
  return [
    {
      name: "agent_profile",
      help: "How far an agent's decisions can be relied on, 0 to 1.",
      type: "gauge",
      samples: agents.map(({ agent, profile }) => ({ labels: { agent }, value: profile })),
    },
    {
      name: "skill_score",
      help: "How the runs ended that used a skill, -0.75 to 1.",
      type: "gauge",
      samples: skills.map(({ skill, score }) => ({ labels: { skill }, value: score })),
    },
    {
      name: "decision_threshold",
      help: "The support that a run of a risk needs, 0 to 1.",
      type: "gauge",
      samples: Object.entries(thresholds).map(([risk, value]) => ({ labels: { risk }, value })),
    },
  ];
}
