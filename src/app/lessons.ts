import * as z from "zod/mini";
import { retireAfterFailures } from "../engines/directives/actionability.js";
import { appliesTo } from "../engines/directives/scope.js";
import { scoreInsight } from "../engines/insights/insight-score.js";
import { type InsightState, stateOfInsight } from "../engines/insights/insight-state.js";
import type { MaturityState } from "../engines/strategies/maturity.js";
import type { InsightCategory } from "../events/deliberation.js";
import { type DirectiveRow, directives } from "../projections/directives.js";
import { type InsightRow, insights } from "../projections/insights.js";
import { type StrategyRow, stateOfStrategy, strategies } from "../projections/strategies.js";
import { admit } from "./admit.js";
import type { Context } from "./context.js";
import { rounded } from "./rounded.js";
import { roleInput } from "./situation-input.js";

export const lessonStates = [
  "candidate",
  "established",
  "proven",
  "deprecated",
  "observed",
  "verified",
  "active",
  "proposed",
  "quarantined",
  "archived",
] as const;

const listInput = z.strictObject({
  kind: z.optional(z.enum(["strategy", "anti_pattern", "insight", "directive"])),
  role: z.optional(roleInput),
  state: z.optional(z.enum(lessonStates)),
  /** At most so many; all, if left out. */
  limit: z.optional(z.int().check(z.nonnegative())),
});

export type ListLessonsInput = z.input<typeof listInput>;

interface TrackRecord {
  readonly id: string;
  readonly text: string;
  readonly successes: number;
  readonly failures: number;
  readonly exposures: number;
  readonly lastSeenAt: string;
}

/** A way to split work, or one to avoid. */
export const strategyLessonOutput = z.strictObject({
  id: z.string(),
  text: z.string(),
  successes: z.int(),
  failures: z.int(),
  exposures: z.int(),
  lastSeenAt: z.string(),
  kind: z.enum(["strategy", "anti_pattern"]),
  state: z.enum(["candidate", "established", "proven", "deprecated"]),
});

export interface StrategyLesson extends TrackRecord {
  readonly kind: "strategy" | "anti_pattern";
  readonly state: MaturityState;
}

/** What a role keeps noticing. */
export interface InsightLesson extends TrackRecord {
  readonly kind: "insight";
  readonly state: InsightState;
  /** The role that learned it. */
  readonly role: string;
  readonly category: InsightCategory;
  /** What it is worth now, whatever the context. */
  readonly score: number;
}

/** A scoped, checkable instruction. */
export interface DirectiveLesson extends TrackRecord {
  readonly kind: "directive";
  readonly state: "proposed" | "active" | "quarantined" | "archived";
  readonly priority: "low" | "medium" | "high" | "critical";
  readonly enforcement: "warn" | "enforce";
  readonly appliesToAgents: readonly string[];
  readonly appliesToTools: readonly string[];
  /** Why it is not active. */
  readonly missing: readonly string[];
  readonly contradicts: readonly string[];
  /** It could not be made checkable again and again: a person may want to put it away. */
  readonly retireCandidate: boolean;
  readonly origin: string;
}

export type Lesson = StrategyLesson | InsightLesson | DirectiveLesson;

export interface LessonsResult {
  readonly lessons: readonly Lesson[];
  /** How many there are, listed or not. */
  readonly total: number;
}

/** Every lesson with its track record: what fails most first, then insights by what they are worth. */
export async function listLessons(context: Context, input: ListLessonsInput = {}): Promise<LessonsResult> {
  const { kind, role, state, limit } = await admit(context, "lessons", listInput, input);
  const all = await context.ledger.read(async (reader) => [
    ...(kind === "insight" || kind === "directive" ? [] : await reader.rows(strategies))
      .map((row) => lessonOf(context, row))
      .sort(failedMost),
    ...(kind === undefined || kind === "directive" ? await reader.rows(directives) : [])
      .map((row) => directiveLesson(row))
      .sort(weightiest),
    ...(kind === undefined || kind === "insight" ? await reader.rows(insights) : [])
      .map((row) => insightLesson(context, row))
      .sort(worthMost),
  ]);
  const found = all.filter(
    (each) =>
      (kind === undefined || each.kind === kind) &&
      (role === undefined || concerns(each, role)) &&
      (state === undefined || each.state === state),
  );
  return { lessons: found.slice(0, limit), total: found.length };
}

function concerns(lesson: Lesson, role: string): boolean {
  if (lesson.kind === "directive") return appliesTo(lesson, { role, tools: [] });
  return lesson.kind === "insight" && lesson.role === role;
}

export function directiveLesson(row: DirectiveRow): DirectiveLesson {
  const { lesson, text, status, priority, enforcement, appliesToAgents, appliesToTools, missing, origin } =
    row;
  return {
    id: lesson,
    kind: "directive",
    state: status,
    text,
    successes: row.receipts.applied + row.receipts.verified,
    failures: row.receipts.violated,
    exposures: row.exposures,
    lastSeenAt: row.firstSeenAt,
    priority,
    enforcement,
    appliesToAgents,
    appliesToTools,
    missing,
    contradicts: row.contradicts,
    retireCandidate: row.failedHardenings >= retireAfterFailures,
    origin,
  };
}

const byWeight = { critical: 0, high: 1, medium: 2, low: 3 } as const;

function weightiest(a: DirectiveLesson, b: DirectiveLesson): number {
  return byWeight[a.priority] - byWeight[b.priority] || (a.id < b.id ? -1 : 1);
}

export function lessonOf({ ledger, clock }: Context, row: StrategyRow): StrategyLesson {
  const inverted = row.invertedBy !== null;
  const { text, successes, failures, exposures, lastSeenAt } = row;
  return {
    id: inverted ? `anti-${row.lesson}` : row.lesson,
    kind: inverted ? "anti_pattern" : "strategy",
    state: stateOfStrategy(row, clock(), ledger.config.strategies),
    text,
    successes,
    failures,
    exposures,
    lastSeenAt,
  };
}

export function insightLesson({ ledger, clock }: Context, row: InsightRow): InsightLesson {
  const { insights: settings } = ledger.config;
  const { lesson, role, text, category, evidence, exposures } = row;
  return {
    id: lesson,
    kind: "insight",
    state: stateOfInsight(evidence, clock(), settings),
    text,
    successes: evidence.successes,
    failures: evidence.ignores,
    exposures,
    lastSeenAt: evidence.lastSaidAt,
    role,
    category,
    score: rounded(scoreInsight(evidence, category, 0, clock(), settings).score),
  };
}

function failedMost(a: StrategyLesson, b: StrategyLesson): number {
  return b.failures - a.failures || (a.id < b.id ? -1 : 1);
}

function worthMost(a: InsightLesson, b: InsightLesson): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1);
}
