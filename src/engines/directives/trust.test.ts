import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cappedByTrust, type Evidence, mayEnforce } from "./trust.js";

const verified = (origin: string, source: Evidence["source"] = "reviewer", kind = "verified") => ({
  person: false,
  evidence: [{ origin, source, kind }],
});
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
])("a directive from %s with the evidence %j is trusted: %s", (origin, corroboration, expected) => {
  expect(mayEnforce(origin, corroboration)).toBe(expected);
});

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
