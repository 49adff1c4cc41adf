import * as fc from "fast-check";
import { expect, it } from "vitest";
import { defaults } from "../../../base/config/settings.js";
import {
  type Corroboration,
  cappedByTrust,
  type Evidence,
  isCorroborated,
  mayEnforce,
  recentViolations,
  shouldEscalate,
} from "./trust.js";

const judgedBy = (evidence: Partial<Evidence>, author: Corroboration["author"] = "host") => ({
  person: false,
  author,
  evidence: [
    { origin: "agent:reviewer", source: "reviewer", kind: "verified", witness: "host", ...evidence } as const,
  ],
});
const verified = (origin: string, source: Evidence["source"] = "reviewer", kind = "verified") =>
  judgedBy({ origin, source, kind });
const alone = { person: false, evidence: [] };

it.each([
  ["human", alone, true],
  ["agent:coder", alone, false],
  ["tool:web", alone, false],
  ["import:rules.md", alone, false],
  ["llm:small", alone, false],
  ["Human", alone, false],
  ["human ", alone, false],
  ["", alone, false],
  ["tool:web", { person: true, evidence: [] }, true],
  ["tool:web", verified("agent:reviewer"), true],
  ["tool:web", verified("human"), true],
  ["agent:coder", verified("agent:reviewer"), true],
  ["agent:coder", verified("agent:reviewer", "predicate"), true],
  ["agent:coder", verified("agent:coder"), false],
  ["agent:coder", verified("agent: Coder"), false],
  ["agent:coder", verified("agent:reviewer", "delegate"), false],
  ["agent:coder", verified("agent:reviewer", "reviewer", "applied"), false],
  ["agent:coder", verified("agent:reviewer", "reviewer", "n_a"), false],
  ["agent:coder", verified("agent:"), false],
  ["tool:web", verified("tool:linter", "predicate"), false],
  ["tool:web", verified("llm:large"), false],
  ["tool:web", verified("import:notes.md"), false],
  ["agent:coder", judgedBy({ witness: "person" }), true],
  ["agent:coder", judgedBy({}, null), false],
  ["agent:coder", judgedBy({}, "orchestrator"), false],
  ["agent:coder", judgedBy({ origin: "human", witness: "person" }, null), true],
  ["agent:coder", judgedBy({ witness: undefined }), false],
  ["agent:coder", judgedBy({ witness: "report" }), false],
  ["agent:coder", judgedBy({ witness: "orchestrator" }), false],
  ["agent:coder", judgedBy({ origin: "human", witness: undefined }), false],
])("a directive from %s with the evidence %j is trusted: %s", (origin, corroboration, expected) => {
  expect(mayEnforce(origin, corroboration)).toBe(expected);
});

it.each([
  [judgedBy({}, null), true],
  [judgedBy({ origin: "agent:coder" }, null), false],
  [judgedBy({ witness: undefined }, null), false],
  [judgedBy({ witness: "orchestrator" }, null), false],
])(
  "a directive of an agent that only gave a name, with the evidence %j, is corroborated: %s",
  (given, expected) => {
    expect(isCorroborated("agent:coder", given)).toBe(expected);
  },
);

it("no acks and no judgements of its own author ever raise a directive", () => {
  const kind = fc.constantFrom("applied", "verified", "n_a");
  const author = fc.constantFrom("agent:coder", "tool:web", "llm:small", "import:x");
  const own = fc.record({ source: fc.constantFrom("reviewer" as const, "predicate" as const), kind });
  fc.assert(
    fc.property(author, fc.array(own), fc.array(kind), (origin, judged, acked) => {
      const evidence = [
        ...judged.map((each) => ({ ...each, origin })),
        ...acked.map((each) => ({ kind: each, source: "delegate" as const, origin: "agent:other" })),
      ];
      expect(mayEnforce(origin, { person: false, evidence })).toBe(false);
    }),
  );
});

it("a directive that is not trusted is capped, and nothing else changes", () => {
  const wanted = { priority: "critical", enforcement: "enforce" } as const;
  expect(cappedByTrust({ origin: "tool:web", ...wanted }, alone)).toEqual({
    priority: "high",
    enforcement: "warn",
  });
  expect(cappedByTrust({ origin: "human", ...wanted }, alone)).toEqual(wanted);
});

const day = 86_400_000;
const now = 1_000 * day;
const ago = (days: number, run: string) => ({ at: now - days * day, run });

it.each([
  ["none", [], false],
  ["one", [ago(1, "r1")], false],
  ["two in two runs", [ago(1, "r1"), ago(2, "r2")], true],
  ["two in one run", [ago(1, "r1"), ago(2, "r1")], false],
  ["three in two runs", [ago(1, "r1"), ago(2, "r1"), ago(3, "r2")], true],
  ["one of them on the last day", [ago(30, "r1"), ago(0, "r2")], true],
  ["one of them too old", [ago(30.001, "r1"), ago(0, "r2")], false],
  ["one by a clock that is ahead", [ago(-1, "r1"), ago(2, "r2")], true],
  ["one without a time", [{ at: Number.NaN, run: "r1" }, ago(2, "r2")], false],
])("violations escalate a directive, or not, as expected: %s", (_, violations, expected) => {
  expect(shouldEscalate(violations, now, defaults.directives)).toBe(expected);
  const since = now - defaults.directives.escalateWithinDays * day;
  for (const { at } of recentViolations(violations, now, defaults.directives))
    expect(at).toBeGreaterThanOrEqual(since);
});

it("escalation takes its number of violations from the settings", () => {
  const settings = { escalateAfterViolations: 1, escalateWithinDays: 1 };
  expect(shouldEscalate([ago(0.5, "r1")], now, settings)).toBe(true);
  expect(shouldEscalate([ago(2, "r1")], now, settings)).toBe(false);
});
