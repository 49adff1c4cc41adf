import { describe, expect, it } from "vitest";
import { directive } from "./example-directive.contract.js";
import { renderCompliance } from "./render-compliance.js";

describe("the block of a reviewer", () => {
  it("the block names the rules first, critical ones before others, and then the form of the answer", () => {
    const low = directive({ lesson: "directive-0f9e8d7c1111", priority: "low", requiredActions: [] });
    const critical = directive({ priority: "critical", requiredActions: ["bind every value"] });
    expect(renderCompliance([low, critical], 4_000).block).toBe(`=== DIRECTIVES TO VERIFY ===
These rules were shown in the phase under review. Check the work against each of them:
- [a1b2c3d4] critical: Use prepared statements for SQL queries | MUST: bind every value
- [0f9e8d7c] low: Use prepared statements for SQL queries
End your answer with this section, one line for each rule:
DIRECTIVE_COMPLIANCE
VERIFIED:<id> evidence=<file:line or output>
VIOLATED:<id> evidence=<file:line or output>
N-A:<id> evidence=<why>
=== END DIRECTIVES TO VERIFY ===`);
  });

  it("the block keeps the form of the answer when there is no room for every rule", () => {
    const rules = ["1", "2", "3"].map((n) => directive({ lesson: `directive-${n.repeat(12)}` }));
    const two = renderCompliance(rules.slice(0, 2), 4_000).block;
    const fitting = renderCompliance(rules, new TextEncoder().encode(two).length);
    expect(fitting.block).toContain("DIRECTIVE_COMPLIANCE");
    expect(fitting.lessons).toEqual(rules.slice(0, 2).map(({ lesson }) => lesson));
    expect(renderCompliance(rules, 100)).toEqual({ block: "", lessons: [] });
  });
});
