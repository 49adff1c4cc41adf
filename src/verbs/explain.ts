import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import type { Style } from "../base/terminal/style.js";
import { explainAdapter } from "../lessons/explain/explain-adapter.js";
import { explainAgent } from "../lessons/explain/explain-agent.js";
import { explainCriterion } from "../lessons/explain/explain-criterion.js";
import { explainExposure } from "../lessons/explain/explain-exposure.js";
import { explainPattern } from "../lessons/explain/explain-pattern.js";
import { type ExplainedEvent, type ExplainResult, explainOutput } from "../lessons/explain/explain-result.js";
import { explainSkill } from "../lessons/explain/explain-skill.js";
import { explainTrail } from "../lessons/explain/explain-trail.js";
import { eventsIn } from "../lessons/explain/trail-events.js";
import { findLessonId, lessonRow } from "../lessons/find-lesson.js";
import { quoteAsData } from "../lessons/unconfirmed/quote-as-data.js";
import type { EventOf, WhetstoneEvent } from "../log/events/catalog.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { adapters } from "../runs/fold/adapters.js";
import { agents } from "../runs/fold/agents.js";
import { criteria } from "../runs/fold/criteria.js";
import { skills } from "../runs/fold/skills.js";
import { trails } from "../runs/fold/trails.js";
import { rounded } from "../runs/outcomes/rounding.js";
import {
  describeScore,
  harmfulAtMost,
  helpfulAtLeast,
  scoreOutcome,
  scoreWeights,
} from "../runs/outcomes/score.js";
import { patternOf } from "../runs/policy/failing-adapters.js";
import { skillsOf } from "../runs/reliability/attribution.js";
import { patternIdOf } from "../runs/reliability/failure-pattern.js";
import type { Context } from "./call/context.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";

const input = z.strictObject({
  id: field(
    "The id of a lesson (its beginning is enough), an event, a session or a run, or the name of a " +
      "criterion, adapter, failure pattern (such as github::auth), agent or skill.",
    z.string().check(z.minLength(1), z.maxLength(1_000)),
  ),
});

export const verb = defineVerb({
  name: "explain",
  group: "Look",
  summary: "Explain a lesson or an event: the numbers, the rule, the evidence",
  description: `Explains in plain words why an outcome has its score, or why a strategy is or is not an \
anti-pattern. It prints the numbers, the rule that gives them, and the events that they come from, so that \
anyone can compute them again.

For a session or a run it prints what it was shown, what failed, how it answered its rules and how it \
ended. For an exposure, whose id is in the result of plan and brief, it prints who was shown which lesson \
and how the run went.`,
  examples: [
    { run: "whetstone lessons list", about: "Find the id of a lesson, then:" },
    { run: "whetstone explain anti-strategy-8654dd93951d", about: "Why is this to be avoided?" },
    { run: "whetstone explain bd-14", about: "What is known of a task's session:" },
  ],
  words: ["describe", "inspect", "show", "view", "why"],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input,
  output: explainOutput,
  cli: { arguments: ["id"], render },
  mcp: {
    tool: "explain",
    description:
      "Explain a lesson, outcome, criterion, adapter, failure pattern, agent or skill: the numbers, the " +
      "rule, and the events behind it.",
    readOnly: true,
  },
  run: (context, { id }) => explain(context, id),
});

/** Kinds that people know by another word. */
const kindWords: Readonly<Record<string, string>> = { directive: "rule", anti_pattern: "to avoid" };

async function render(result: Immutable<ExplainResult>, style: Style): Promise<string> {
  const { table } = await import("../base/terminal/table.js");
  const numbers = Object.entries(result.numbers).map(([name, value]) => `${name} ${value}`);
  return [
    `${style.bold(result.id)} ${style.dim(`(${kindWords[result.kind] ?? result.kind})`)}`,
    ...result.answer.map((sentence) => `  ${sentence}`),
    "",
    ...(numbers.length === 0 ? [] : [`${style.dim("numbers")}  ${numbers.join(", ")}`]),
    `${style.dim("rule")}     ${result.rule}`,
    style.dim("events"),
    table(result.events.map((event) => [`  ${event.seq}`, event.type, event.at, style.dim(event.id)])),
  ].join("\n");
}

async function explain(context: Context, id: string): Promise<ExplainResult> {
  return context.ledger.read(async (reader) => {
    const named = (await explainLesson(context, reader, id)) ?? (await explainOther(context, reader, id));
    if (named !== undefined) return named;
    const lesson = await findLessonId(reader, id, "id");
    const found = lesson === undefined ? undefined : await explainLesson(context, reader, lesson);
    if (found === undefined) throw nothingNamed(id);
    return found;
  });
}

async function explainLesson(
  context: Context,
  reader: LedgerReader,
  given: string,
): Promise<ExplainResult | undefined> {
  const found = await lessonRow(reader, given);
  if (found === undefined) return undefined;
  const { of, row } = found;
  const { id, kind } = of.line(row);
  const explanation = await of.explain(row, context, reader);
  return { id, kind, ...explanation, events: await eventsAt(reader, of.events(row)) };
}

async function explainOther(
  context: Context,
  reader: LedgerReader,
  id: string,
): Promise<ExplainResult | undefined> {
  const event = await reader.eventById(id);
  if (event?.type === "outcome-recorded") return explainOutcome(context, reader, event);
  if (event?.type === "error-recorded") return explainError(reader, event);
  if (event?.type === "lesson-exposed") return explainExposure(reader, event);
  const criterion = await reader.row(criteria, id);
  if (criterion !== undefined)
    return explainCriterion(context, criterion, await eventsAt(reader, criterion.evidence));
  const adapter = await reader.row(adapters, id.toLowerCase());
  if (adapter !== undefined)
    return explainAdapter(context, reader, adapter, await eventsAt(reader, adapter.evidence));
  const learned = await explainLearned(context, reader, id);
  if (learned !== undefined) return learned;
  // A run without a name is called after its brief.
  const trail = await reader.row(trails, id);
  if (trail !== undefined) return explainTrail(reader, trail);
  return event && explainEvent(event);
}

/** Explains what outcomes teach besides lessons: failures of adapters, agents and skills. */
async function explainLearned(
  context: Context,
  reader: LedgerReader,
  id: string,
): Promise<ExplainResult | undefined> {
  const found = await patternOf(reader, id.toLowerCase());
  if (found !== undefined) {
    const occurrence = ({ data }: OutcomeEvent) => patternIdOf(data) === found.pattern.id;
    return explainPattern(context, found, await newestOutcomes(reader, occurrence));
  }
  const agent = await reader.row(agents, id);
  if (agent !== undefined) {
    const votes = ({ data }: OutcomeEvent) => data.agentDecisions.some((each) => each.agent === id);
    return explainAgent(agent, await newestOutcomes(reader, votes));
  }
  const skill = await reader.row(skills, id);
  const uses = ({ data }: OutcomeEvent) => skillsOf(data).includes(id);
  return skill && explainSkill(context, skill, await newestOutcomes(reader, uses));
}

type OutcomeEvent = EventOf<"outcome-recorded">;

/** How far back outcomes are looked for, and how many are listed: no view keeps their places. */
const eventsLookedAt = 2_000;
const outcomesListed = 10;

async function newestOutcomes(
  reader: LedgerReader,
  fits: (event: OutcomeEvent) => boolean,
): Promise<readonly ExplainedEvent[]> {
  const newest = await reader.recentOutcomes(eventsLookedAt, eventsLookedAt);
  return newest.filter(fits).slice(0, outcomesListed).map(brief);
}

function nothingNamed(id: string): WhetstoneError {
  const known = "lesson, criterion, capability, failure pattern, agent, skill, session, run or event";
  return new WhetstoneError("not_found", `there is no ${known} '${id}'`, {
    field: "id",
    next:
      "'whetstone lessons list' and 'whetstone report' show the names; " +
      "'whetstone record' prints the id of an outcome",
    values: { id },
  });
}

async function eventsAt(reader: LedgerReader, seqs: readonly number[]): Promise<readonly ExplainedEvent[]> {
  return (await eventsIn(reader, seqs)).map(brief);
}

async function explainOutcome(
  context: Context,
  reader: LedgerReader,
  event: EventOf<"outcome-recorded">,
): Promise<ExplainResult> {
  const settings = context.ledger.config.outcomes;
  const score = scoreOutcome(event.data, settings);
  const { predictedFailure } = event.data;
  const following = await reader.eventsAfter(event.seq, 100);
  const caused = following.filter((each) => "outcome" in each.data && each.data.outcome === event.id);
  return {
    id: event.id,
    kind: "outcome",
    answer: [`The run ${describeScore(event.data, score, settings)}.`, ...consequences(event, caused)],
    numbers: {
      rawScore: rounded(score.value),
      ...score.parts,
      ...(predictedFailure === undefined ? {} : { predictedFailure }),
    },
    rule:
      `${scoreWeights.success}·success + ${scoreWeights.duration}·duration + ` +
      `${scoreWeights.errors}·errors + ${scoreWeights.retries}·retries; ` +
      `>= ${helpfulAtLeast} helpful, <= ${harmfulAtMost} harmful: ${score.type}`,
    events: [event, ...caused].map(brief),
  };
}

function consequences(
  event: EventOf<"outcome-recorded">,
  caused: readonly WhetstoneEvent[],
): readonly string[] {
  const said = caused.flatMap((each) => {
    if (each.type === "strategy-observed")
      return [`It was credited to ${each.data.lesson} as a ${each.data.success ? "success" : "failure"}.`];
    if (each.type === "strategy-inverted") return [`It turned ${each.data.lesson} into an anti-pattern.`];
    if (each.type === "strategy-restored") return [restoredText(each.data)];
    if (each.type === "policy-tightened") return [`It made the policy of ${each.data.capability} stricter.`];
    if (each.type === "relaxation-suggested")
      return [`After it, a review of ${each.data.capability} was suggested.`];
    return [];
  });
  return caused.some((each) => each.type === "strategy-observed") ? said : [noCredit(event), ...said];
}

function restoredText({ lesson, from }: EventOf<"strategy-restored">["data"]): string {
  return from === "deprecated"
    ? `It brought ${lesson} back: its evidence speaks for it again.`
    : `It withdrew the warning about ${lesson}: most of its tries have worked.`;
}

function noCredit({ data: { strategy, cause } }: EventOf<"outcome-recorded">): string {
  if (strategy === undefined) return "It named no strategy, so no strategy was credited.";
  return `Its strategy was not blamed: a run that ended by ${cause} says nothing about the work.`;
}

async function explainError(reader: LedgerReader, event: EventOf<"error-recorded">): Promise<ExplainResult> {
  const resolved = await reader.eventByKey(`resolve ${event.id}`);
  return {
    id: event.id,
    kind: "error",
    answer: [
      `An error of type ${event.data.errorType} on ${event.task}: ${quoteAsData(event.data.message)}`,
      resolved === undefined
        ? "It is not resolved, so the next plan of that task shows it."
        : `It was resolved at ${resolved.at}; it still counts in the task's total.`,
    ],
    numbers: {},
    rule:
      "errors are counted when they are recorded; resolving one changes what " +
      "is unresolved, never the total",
    events: [event, ...(resolved === undefined ? [] : [resolved])].map(brief),
  };
}

function explainEvent(event: WhetstoneEvent): ExplainResult {
  return {
    id: event.id,
    kind: "event",
    answer: [
      `Event ${event.seq}, ${event.type}, was recorded by ${event.actor} (${event.origin}) at ${event.at}.`,
    ],
    numbers: {},
    rule: "events are facts: no rule made them",
    events: [brief(event)],
  };
}

function brief({ seq, id, type, at }: WhetstoneEvent): ExplainedEvent {
  return { seq, id, type, at };
}
