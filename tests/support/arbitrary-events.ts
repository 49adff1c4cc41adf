import * as fc from "fast-check";
import type { EventType } from "../../src/events/catalog.js";
import { errorTypes } from "../../src/events/error.js";
import { outcomeDefaults } from "../../src/events/outcome-defaults.js";
import { isoTime } from "../../src/events/time.js";
import type { Draft } from "../../src/store/ledger-writer.js";
import { startOfTest } from "./ledger.js";

const lesson = fc.constantFrom("strategy-a", "strategy-b", "strategy-c", "strategy-d");
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
const id = fc.constantFrom("one", "two", "three", "four", undefined);
const adapter = fc.constantFrom("github", "npm", "docker");
const confidence = fc.integer({ min: 0, max: 10 }).map((tenth) => tenth / 10);
const changes = fc.array(
  fc.record({
    field: fc.constantFrom("riskMultiplier" as const, "maxRetries" as const, "requireApproval" as const),
    from: fc.constantFrom(1, 2, false),
    to: fc.constantFrom(1.4, 1, true),
  }),
  { maxLength: 3 },
);

const envelope = fc.record({
  actor: fc.constantFrom("alpha", "beta"),
  origin: fc.constantFrom("human", "agent:coder", "tool:test"),
  run: id,
  task: id,
  /** Times jump back and forth: the order of the log is not the order of the clock. */
  at: fc.integer({ min: -1e9, max: 1e9 }).map((ms) => isoTime(startOfTest + ms)),
});

const outcome = fc
  .record({
    result: fc.constantFrom("success" as const, "partial" as const, "failure" as const),
    durationMs: fc.nat(4_000_000),
    errorCount: fc.nat(5),
    retryCount: fc.nat(4),
    adaptersUsed: fc.uniqueArray(adapter),
    failureType: fc.constantFrom("auth", "timeout"),
    riskLevel: fc.constantFrom("low" as const, "medium" as const, "high" as const),
    rollbackOccurred: fc.boolean(),
    skillsUsed: fc.uniqueArray(fc.constantFrom("release", "review")),
    criteria: fc.uniqueArray(fc.constantFrom("type_safe", "small_diff")),
    agentDecisions: fc.array(
      fc.record({
        agent: fc.constantFrom("judge", "lens"),
        decision: fc.constantFrom("approve" as const, "reject" as const, "abstain" as const),
        confidence,
      }),
      { maxLength: 3 },
    ),
    cause: fc.constantFrom("task" as const, "policy" as const, "approval" as const, "infra" as const),
  })
  .map((facts) => ({ ...outcomeDefaults, ...facts }));

const data = {
  "outcome-recorded": outcome,
  "strategy-observed": fc.record({
    lesson,
    text,
    success: fc.boolean(),
    outcome: fc.uuid(),
    signals: fc.record({ durationMs: fc.nat(4_000_000), errorCount: fc.nat(5), retryCount: fc.nat(4) }),
  }),
  "strategy-inverted": fc.record({ lesson, antiLesson: lesson, outcome: fc.uuid() }),
  "plan-made": fc.record({ text, strategies: fc.array(text, { maxLength: 3 }) }),
  "report-made": fc.record({
    format: fc.constantFrom("json" as const, "md" as const, "html" as const),
    outcomes: fc.nat(9),
  }),
  "error-recorded": fc.record({ errorType: fc.constantFrom(...errorTypes), message: text }),
  "error-resolved": fc.record({ error: fc.uuid(), errorType: fc.constantFrom(...errorTypes) }),
  "feedback-recorded": fc.record({
    criterion: fc.constantFrom("type_safe", "small_diff"),
    type: fc.constantFrom("helpful" as const, "neutral" as const, "harmful" as const),
    value: confidence,
  }),
  "lesson-exposed": fc.record({
    lesson: fc.oneof(
      lesson,
      lesson.map((each) => `anti-${each}`),
    ),
    verb: fc.constant("plan" as const),
    text,
    probability: fc.constantFrom(1, 0.5),
  }),
  "lesson-promoted": fc.record({ lesson, reason: text }),
  "lesson-deprecated": fc.record({ lesson, by: fc.constantFrom("evidence" as const, "person" as const), reason: text }),
  "lesson-reset": fc.record({
    lesson,
    kind: fc.constantFrom("strategy" as const, "anti_pattern" as const),
    reason: text,
  }),
  "lesson-forgotten": fc.record({
    lesson,
    kind: fc.constantFrom("strategy" as const, "anti_pattern" as const),
    reason: text,
    blankedEvents: fc.nat(9),
  }),
  "policy-tightened": fc.record({ capability: adapter, changes, reason: text, outcome: fc.uuid() }),
  "relaxation-suggested": fc.record({ capability: adapter, reason: text, outcome: fc.uuid() }),
  "policy-relaxed": fc.record({ capability: adapter, changes, reason: text }),
  "policy-set": fc.record({ capability: adapter, maxRetries: fc.nat(5), requireApproval: fc.boolean(), reason: text }),
} satisfies { [Type in EventType]: fc.Arbitrary<Draft<Type>["data"]> };

/** Any event of any type, whether or not it makes sense after the ones before: a fold must take what the log holds. */
export const anyDraft: fc.Arbitrary<Draft<EventType>> = fc.oneof(
  ...Object.entries(data).map(([type, arbitrary]) =>
    fc
      .record({ about: envelope, data: arbitrary as fc.Arbitrary<object> })
      .map((each) => ({ type, ...each.about, data: each.data }) as Draft<EventType>),
  ),
);
