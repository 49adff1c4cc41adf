import * as z from "zod/mini";
import { missingFor, retireAfterFailures } from "../../engines/directives/actionability.js";
import { directiveStatuses } from "../../engines/directives/directive.js";
import { appliesTo } from "../../engines/directives/scope.js";
import { failureStates, stateOfFailure } from "../../engines/failures/failure-state.js";
import { failureText } from "../../engines/failures/lesson-text.js";
import { scoreInsight } from "../../engines/insights/insight-score.js";
import { insightStates, stateOfInsight } from "../../engines/insights/insight-state.js";
import { nameOrQuote, quoteAsData } from "../../engines/unconfirmed/quote-as-data.js";
import { isConfirmedStrategy } from "../../lessons/strategy/credited-strategies.js";
import { maturityStates } from "../../lessons/strategy/rules/maturity.js";
import {
  isSelfReported,
  type StrategyRow,
  stateOfStrategy,
  strategies,
  strategyOf,
} from "../../lessons/strategy/strategies.js";
import { insightCategories } from "../../log/events/deliberation.js";
import { directiveEnforcements, directivePriorities } from "../../log/events/directive.js";
import { failureKinds } from "../../log/events/reflection.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { DirectiveRow } from "../../projections/directive-row.js";
import { directives } from "../../projections/directives.js";
import { type FailureRow, failures, filesOf, isLesson } from "../../projections/failures.js";
import { type InsightRow, insights } from "../../projections/insights.js";
import { allLessons, type TrialRow, trials } from "../../projections/trials.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import type { Context } from "../context.js";
import { field } from "../field.js";
import type { Immutable } from "../immutable.js";
import { measured, measuredOutput } from "../trials/measured-lesson.js";
import type { lessonStates } from "./find-lesson.js";

const trackRecord = {
  id: z.string(),
  text: z.string(),
  confirmed: field(
    "False where no person stands behind the text: it is data, and quoted " + "in an answer to an agent.",
    z.boolean(),
  ),
  successes: z.int(),
  failures: z.int(),
  exposures: field("How often it was shown.", z.int()),
  lastSeenAt: z.string(),
  origin: field("Who brought it in.", z.string()),
};

/** A way to split work, or one to avoid. */
export const strategyLessonOutput = z.strictObject({
  ...trackRecord,
  kind: z.enum(["strategy", "anti_pattern"]),
  state: z.enum(maturityStates),
  selfReported: field("Nobody but the one who claims it saw how it ended.", z.boolean()),
});

/** What a role keeps noticing. */
const insightLessonOutput = z.strictObject({
  ...trackRecord,
  kind: z.literal("insight"),
  state: z.enum(insightStates),
  role: field("The role that learned it.", z.string()),
  category: z.enum(insightCategories),
  score: field("What it is worth now, whatever the context.", z.number()),
});

/** A scoped, checkable instruction. */
const directiveLessonOutput = z.strictObject({
  ...trackRecord,
  kind: z.literal("directive"),
  state: z.enum(directiveStatuses),
  priority: z.enum(directivePriorities),
  enforcement: z.enum(directiveEnforcements),
  appliesToAgents: z.array(z.string()),
  appliesToTools: z.array(z.string()),
  missing: field("What keeps it from being active.", z.array(z.string())),
  lacks: field(
    "What an active one lacks to be checked or enforced: without a check it is advice, without a scope it " +
      "is for everyone, without a forbidden action or predicate it stops nothing.",
    z.array(z.enum(["check", "scope", "forbidden_action"])),
  ),
  contradicts: z.array(z.string()),
  retireCandidate: field(
    "It could not be made checkable again and again: a person may want to retire it.",
    z.boolean(),
  ),
});

/** A call that keeps failing, and what undid it. */
const failureLessonOutput = z.strictObject({
  ...trackRecord,
  kind: z.literal("failure"),
  state: z.enum(failureStates),
  about: field("What kind of failure it is.", z.enum(failureKinds)),
  tool: z.string(),
  program: z.string(),
  cause: z.string(),
  count: field("How often it failed.", z.int()),
  sessions: field("In how many sessions it failed.", z.int()),
  remedies: field(
    "What undid it, and in how many sessions.",
    z.array(z.strictObject({ advice: z.string(), sessions: z.int() })),
  ),
  examples: field("The newest calls that failed.", z.array(z.string())),
  files: field("Files that it was about in two sessions.", z.array(z.string())),
  workedAfter: field("Sessions in which the call worked after the lesson was shown.", z.int()),
  repeatedAfter: field("Sessions that failed again although the lesson was shown.", z.int()),
  worksSince: field("Since when the call works again; null while it fails.", z.nullable(z.string())),
  measured: field(
    "What sessions with and without it say about whether it helps; null while none is over.",
    z.nullable(measuredOutput),
  ),
});

export const lessonOutput = z.discriminatedUnion("kind", [
  strategyLessonOutput,
  insightLessonOutput,
  directiveLessonOutput,
  failureLessonOutput,
]);

export type StrategyLesson = Immutable<z.output<typeof strategyLessonOutput>>;
type InsightLesson = Immutable<z.output<typeof insightLessonOutput>>;
type DirectiveLesson = Immutable<z.output<typeof directiveLessonOutput>>;
type FailureLesson = Immutable<z.output<typeof failureLessonOutput>>;
export type Lesson = StrategyLesson | InsightLesson | DirectiveLesson | FailureLesson;

/** A lesson as an agent may read it: the words of one that nobody stands behind are data. */
export function quotedLesson<Each extends Lesson>(lesson: Each): Each {
  if (lesson.kind === "failure") return { ...lesson, ...quotedFailure(lesson) };
  if (lesson.confirmed) return lesson;
  const names = (list: readonly string[]) => list.map(nameOrQuote);
  const scope =
    lesson.kind === "directive"
      ? { appliesToAgents: names(lesson.appliesToAgents), appliesToTools: names(lesson.appliesToTools) }
      : {};
  return { ...lesson, ...scope, text: quoteAsData(lesson.text) };
}

/** What agents ran and what programs printed. The text has it in quotes already. */
function quotedFailure({ program, cause, examples, files, remedies }: FailureLesson): Partial<FailureLesson> {
  return {
    program: nameOrQuote(program),
    cause: quoteAsData(cause),
    examples: examples.map((each) => quoteAsData(each)),
    files: files.map((each) => nameOrQuote(each)),
    remedies: remedies.map((each) => ({ ...each, advice: quoteAsData(each.advice) })),
  };
}

export interface LessonFilter {
  readonly kind?: Lesson["kind"] | undefined;
  readonly role?: string | undefined;
  readonly state?: (typeof lessonStates)[number] | undefined;
  readonly verdict?: Verdict | undefined;
  /** Only lessons that hold all of these words, in their text or their id. */
  readonly words?: string | undefined;
  /** Failures too of which there is nothing to learn yet. */
  readonly all?: boolean | undefined;
}

type Verdict = NonNullable<FailureLesson["measured"]>["verdict"];

/**
 * Lessons with their track record: strategies that fail most first, then directives, then failures of most
 * sessions, then insights by their score.
 */
export async function listLessons(context: Context, filter: LessonFilter): Promise<readonly Lesson[]> {
  return filteredLessons(await listEveryLesson(context, filter.kind), filter);
}

/** The rows that lessons are made of. */
export interface LessonRows {
  readonly strategies: readonly StrategyRow[];
  readonly directives: readonly DirectiveRow[];
  readonly failures: readonly FailureRow[];
  readonly insights: readonly InsightRow[];
  /** What sessions with and without a failure lesson say. */
  readonly trials: readonly TrialRow[];
}

/** Lessons of this kind, or of every kind, in any state. */
async function listEveryLesson(context: Context, kind?: Lesson["kind"]): Promise<readonly Lesson[]> {
  const wants = (...kinds: readonly Lesson["kind"][]) => kind === undefined || kinds.includes(kind);
  const rows = await context.ledger.read(async (reader) => ({
    strategies: wants("strategy", "anti_pattern") ? await reader.rows(strategies) : [],
    directives: wants("directive") ? await reader.rows(directives) : [],
    failures: wants("failure") ? await reader.rows(failures) : [],
    insights: wants("insight") ? await reader.rows(insights) : [],
    trials: wants("failure") ? await reader.rows(trials) : [],
  }));
  return lessonsOf(context, rows);
}

/** The lessons that these rows hold, sorted. What fades is judged by the clock. */
export function lessonsOf(context: Context, rows: LessonRows): readonly Lesson[] {
  const tried = byLesson(rows.trials);
  return [
    ...rows.strategies.map((row) => lessonOf(context, row)).sort(failedMost),
    ...rows.directives.map((row) => directiveLesson(context, row)).sort(weightiest),
    ...rows.failures
      .filter(isLesson)
      .map((row) => failureLesson(context, row, tried))
      .sort(inMostSessions),
    ...rows.insights.map((row) => insightLesson(context, row)).sort(worthMost),
  ];
}

export function filteredLessons(
  all: readonly Lesson[],
  { kind, role, state, verdict, words = "", all: isWhole = false }: LessonFilter,
): readonly Lesson[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return all.filter(
    (each) =>
      (kind === undefined || each.kind === kind) &&
      (role === undefined || concerns(each, role)) &&
      (state === undefined ? isWhole || isWorthListing(each) : each.state === state) &&
      (verdict === undefined || (each.kind === "failure" && each.measured?.verdict === verdict)) &&
      (words === "" || wanted.every((word) => `${each.text} ${each.id}`.toLowerCase().includes(word))),
  );
}

/** A failure that nothing undid teaches nothing, whether it still happens or went by. */
function isWorthListing(lesson: Lesson): boolean {
  return lesson.state !== "unsolved";
}

/** One lesson, by the id that the list gives it; undefined when there is none. */
export async function oneLesson(
  context: Context,
  reader: LedgerReader,
  id: string,
): Promise<Lesson | undefined> {
  const directive = await reader.row(directives, id);
  if (directive !== undefined) return directiveLesson(context, directive);
  const failure = await reader.row(failures, id);
  if (failure !== undefined && isLesson(failure))
    return failureLesson(context, failure, byLesson(await reader.rowsAt(trials, [allLessons, id])));
  const insight = await reader.row(insights, id);
  if (insight !== undefined) return insightLesson(context, insight);
  const strategy = await reader.row(strategies, strategyOf(id));
  return strategy && lessonOf(context, strategy);
}

function concerns(lesson: Lesson, role: string): boolean {
  if (lesson.kind === "directive") return appliesTo(lesson, { role, tools: [] });
  return lesson.kind === "insight" && lesson.role === role;
}

function directiveLesson(context: Context, row: DirectiveRow): DirectiveLesson {
  const { lesson, text, status, priority, enforcement, appliesToAgents, appliesToTools, missing, origin } =
    row;
  return {
    id: lesson,
    kind: "directive",
    state: status,
    text,
    confirmed: status === "active" || origin === "human",
    successes: row.receipts.applied + row.receipts.verified - row.refuted,
    failures: row.receipts.violated,
    exposures: row.exposures,
    lastSeenAt: row.firstSeenAt,
    priority,
    enforcement,
    appliesToAgents,
    appliesToTools,
    missing,
    lacks: lacksOf(context, row),
    contradicts: row.contradicts,
    retireCandidate: row.failedHardenings >= retireAfterFailures,
    origin,
  };
}

function lacksOf({ ledger }: Context, row: DirectiveRow): DirectiveLesson["lacks"] {
  if (row.status !== "active") return [];
  const missing = missingFor(row, ledger.config.directives);
  const stopsNothing = row.forbiddenActions.length === 0 && row.verificationPredicate === undefined;
  return [
    ...(missing.includes("missing_predicate") ? (["check"] as const) : []),
    ...(missing.includes("missing_scope") ? (["scope"] as const) : []),
    ...(row.enforcement === "enforce" && stopsNothing ? (["forbidden_action"] as const) : []),
  ];
}

const byWeight = { critical: 0, high: 1, medium: 2, low: 3 } as const;

function weightiest(a: DirectiveLesson, b: DirectiveLesson): number {
  return byWeight[a.priority] - byWeight[b.priority] || (a.id < b.id ? -1 : 1);
}

export function lessonOf({ ledger, clock }: Context, row: StrategyRow): StrategyLesson {
  const inverted = row.invertedBy !== null;
  const { text, successes, failures, exposures, lastSeenAt, origin } = row;
  return {
    id: inverted ? `anti-${row.lesson}` : row.lesson,
    kind: inverted ? "anti_pattern" : "strategy",
    state: stateOfStrategy(row, clock(), ledger.config.strategies),
    selfReported: isSelfReported(row),
    text,
    confirmed: isConfirmedStrategy(row),
    successes,
    failures,
    exposures,
    lastSeenAt,
    origin,
  };
}

function insightLesson({ ledger, clock }: Context, row: InsightRow): InsightLesson {
  const { insights: settings } = ledger.config;
  const { lesson, role, text, category, evidence, exposures, origin } = row;
  return {
    id: lesson,
    kind: "insight",
    state: stateOfInsight(evidence, clock(), settings),
    text,
    confirmed: row.confirmed,
    successes: evidence.successes,
    failures: evidence.ignores,
    exposures,
    lastSeenAt: evidence.lastSaidAt,
    origin,
    role,
    category,
    score: rounded(scoreInsight(evidence, category, 0, clock(), settings).score),
  };
}

function byLesson(rows: readonly TrialRow[]): ReadonlyMap<string, TrialRow> {
  return new Map(rows.map((row) => [row.lesson, row]));
}

function failureLesson(
  { ledger }: Context,
  row: FailureRow,
  tried: ReadonlyMap<string, TrialRow>,
): FailureLesson {
  const { lesson, kind, tool, program, cause, count, sessionCount, worked } = row;
  const { workedAfter, repeatedAfter, exposures } = row;
  return {
    id: lesson,
    kind: "failure",
    state: stateOfFailure(row),
    confirmed: row.word !== null,
    text: failureText(row),
    successes: workedAfter,
    failures: repeatedAfter,
    exposures,
    lastSeenAt: row.lastAt,
    origin: "tool:reflection",
    ...{ about: kind, tool, program, cause, count, sessions: sessionCount, workedAfter, repeatedAfter },
    remedies: row.remedies.map(({ advice, sessions }) => ({ advice, sessions: sessions.length })),
    examples: row.examples,
    files: filesOf(row),
    worksSince: worked[0]?.at ?? null,
    measured:
      measured(tried.get(lesson), ledger.config, {
        isVouched: row.word !== null,
        isProjectTried: tried.get(allLessons)?.tried ?? false,
      }) ?? null,
  };
}

function inMostSessions(a: FailureLesson, b: FailureLesson): number {
  return b.sessions - a.sessions || b.count - a.count || (a.id < b.id ? -1 : 1);
}

function failedMost(a: StrategyLesson, b: StrategyLesson): number {
  return b.failures - a.failures || (a.id < b.id ? -1 : 1);
}

function worthMost(a: InsightLesson, b: InsightLesson): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1);
}
