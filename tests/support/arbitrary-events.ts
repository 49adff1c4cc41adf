import * as fc from "fast-check";
import type { EventType } from "../../src/events/catalog.js";
import { outcomeDefaults } from "../../src/events/outcome.js";
import { isoTime } from "../../src/events/time.js";
import type { Draft } from "../../src/store/ledger-writer.js";
import { startOfTest } from "./ledger.js";

const lesson = fc.constantFrom("strategy-a", "strategy-b", "strategy-c", "strategy-d");
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
const id = fc.constantFrom("one", "two", "three", "four", undefined);

const envelope = fc.record({
  actor: fc.constantFrom("alpha", "beta"),
  origin: fc.constantFrom("human", "agent:coder", "tool:test"),
  run: id,
  task: id,
  /** Times jump back and forth: the order of the log is not the order of the clock. */
  at: fc.integer({ min: -1e9, max: 1e9 }).map((ms) => isoTime(startOfTest + ms)),
});

const data = {
  "outcome-recorded": fc
    .record({
      result: fc.constantFrom("success" as const, "partial" as const, "failure" as const),
      durationMs: fc.nat(4_000_000),
      errorCount: fc.nat(5),
      retryCount: fc.nat(4),
    })
    .map((outcome) => ({ ...outcomeDefaults, ...outcome })),
  "strategy-observed": fc.record({ lesson, text, success: fc.boolean(), outcome: fc.uuid() }),
  "strategy-inverted": fc.record({ lesson, antiLesson: lesson, outcome: fc.uuid() }),
  "lesson-exposed": fc.record({
    lesson: fc.oneof(
      lesson,
      lesson.map((each) => `anti-${each}`),
    ),
    verb: fc.constant("plan" as const),
    text,
    probability: fc.constantFrom(1, 0.5),
  }),
  "lesson-forgotten": fc.record({
    lesson,
    kind: fc.constantFrom("strategy" as const, "anti_pattern" as const),
    reason: text,
    blankedEvents: fc.nat(9),
  }),
} satisfies { [Type in EventType]: fc.Arbitrary<Draft<Type>["data"]> };

/** Any event of any type, whether or not it makes sense after the ones before: a fold must take what the log holds. */
export const anyDraft: fc.Arbitrary<Draft<EventType>> = fc.oneof(
  ...Object.entries(data).map(([type, arbitrary]) =>
    fc
      .record({ about: envelope, data: arbitrary as fc.Arbitrary<object> })
      .map((each) => ({ type, ...each.about, data: each.data }) as Draft<EventType>),
  ),
);
