import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../config/settings.js";
import { directive } from "./example-directive.contract.js";
import { relevanceOf, type TrackRecord, topicOf } from "./relevance.js";

const old: TrackRecord = { applied: 0, ignored: 0, violated: 0, phasesSinceBorn: 99, stale: false };
const partsOf = (changes = {}, task = "", record: Partial<TrackRecord> = {}, hints: readonly string[] = []) =>
  relevanceOf(directive(changes), topicOf(task, hints), { ...old, ...record }, defaults.retrieval);

describe("how well a directive fits", () => {
  it("is more the more of its words are the task's, in the text, the tags and the actions", () => {
    const task = "Use prepared statements for the SQL queries of the report";
    const close = partsOf({}, task).words;
    const far = partsOf({ text: "Keep the changelog", requiredActions: [] }, task).words;
    expect(close).toBeGreaterThan(far);
    expect(far).toBe(0);
    expect(partsOf({ text: "Keep it", tags: ["sql"] }, task).words).toBeGreaterThan(0);
    expect(partsOf({ text: "Keep it", forbiddenActions: ["joining queries"] }, task).words).toBeGreaterThan(0);
    expect(partsOf({}, "", {}, ["src/sql/queries.ts"]).words).toBeGreaterThan(0);
  });

  it.each([
    ["stands in the title", ["month end closing"], "Speed up the month end closing", 0.3],
    ["stands there with other signs and case", ["Month-End  closing!"], "Speed up the month end: CLOSING", 0.3],
    ["is one of several", ["x y z", "the month end"], "at the month end", 0.3],
    ["has two words", ["month end"], "Speed up the month end closing", 0],
    ["stands there in part", ["month end closing"], "Speed up the month closing", 0],
    ["stands there inside other words", ["on the end"], "upon the ending", 0],
    ["stands only in the hints", ["month end closing"], "Speed it up", 0],
    ["is empty", [""], "", 0],
    ["is in another script", ["月末の締め 処理を 速く"], "月末の締め 処理を 速く する", 0.3],
  ])("rises by the boost when a trigger %s, and not else: %j", (_what, triggers, task, expected) => {
    expect(partsOf({ triggers }, task, {}, ["month end closing"]).trigger).toBe(expected);
  });

  it.each([
    [0, 0, 0.08],
    [0, 2, 0.08],
    [0, 3, 0],
    [1, 0, 0],
  ])("applied %i times, born %i phases ago: cold start %f", (applied, phasesSinceBorn, expected) => {
    expect(partsOf({}, "", { applied, phasesSinceBorn }).coldStart).toBe(expected);
  });

  it("is told by the search where there was one: how like it is, and what it has by synonyms", () => {
    const topic = topicOf("Use prepared statements for the SQL queries", []);
    const found = (likeness: number, synonyms: number) =>
      relevanceOf(directive(), topic, old, defaults.retrieval, { likeness, synonyms });
    expect(found(0, 0)).toMatchObject({ words: 0, synonyms: 0 });
    expect(found(0.4, 0.5)).toMatchObject({ words: 0.4, synonyms: 0.5 * defaults.retrieval.synonymBoost });
    expect(found(0.4, 0.5).sum).toBeGreaterThan(found(0.4, 0).sum);
    expect(found(0.5, 0).sum).toBeGreaterThan(found(0.4, 0).sum);
    expect(partsOf({}, "Use prepared statements").synonyms).toBe(0);
  });

  it("falls when a cited file changed and when it is ignored, and rises when it is applied or violated", () => {
    const { sum } = partsOf();
    expect(partsOf({}, "", { stale: true }).sum).toBeLessThan(sum);
    expect(partsOf({}, "", { ignored: 5 }).sum).toBeLessThan(sum);
    expect(partsOf({}, "", { applied: 5 }).sum).toBeGreaterThan(sum);
    expect(partsOf({}, "", { violated: 5 }).sum).toBeGreaterThan(sum);
    const priorities = (["low", "medium", "high", "critical"] as const).map((priority) => partsOf({ priority }).sum);
    expect(priorities).toEqual([...priorities].sort((a, b) => a - b));
    expect(new Set(priorities).size).toBe(4);
  });

  it("is a finite sum of its parts, not clamped, whatever the history", () => {
    const count = fc.nat({ max: 1_000_000 });
    const record = fc.record({
      applied: count,
      ignored: count,
      violated: count,
      phasesSinceBorn: fc.integer({ min: -5, max: 100 }),
      stale: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 5 }), record, (task, triggers, history) => {
        const { sum, ...parts } = partsOf({ triggers }, task, history);
        expect(Number.isFinite(sum)).toBe(true);
        expect(sum).toBeCloseTo(
          Object.values(parts).reduce((total, part) => total + part, 0),
          10,
        );
        expect(Math.abs(parts.record)).toBeLessThanOrEqual(0.1);
      }),
    );
    const all = { text: "a b c", triggers: ["a b c"], requiredActions: [], priority: "critical" };
    expect(partsOf(all, "a b c", { violated: 50, phasesSinceBorn: 0 }).sum).toBeGreaterThan(1);
  });
});
