import * as fc from "fast-check";
import { expect, it } from "vitest";
import { renderVerdict } from "../../../../../tests/support/render-verdict.js";
import { parseVerdict } from "./parse-verdict.js";
import type { Verdict } from "./verdict.js";

const hostile = fc.constantFrom(
  "-->",
  "<!--",
  "```",
  "\n",
  '"',
  "\\",
  "~~~",
  "> ",
  "<!-- jkz:verdict-json {} -->",
);
const text = fc
  .array(fc.oneof(fc.string({ unit: "grapheme" }), hostile), { maxLength: 8 })
  .map((pieces) => pieces.join(""));
const id = fc.stringMatching(/^[A-Za-z0-9<>"`\\-]{1,40}$/);
const optional = { requiredKeys: ["id", "severity", "summary"] } as const;
const issue = fc.record(
  {
    id,
    severity: fc.constantFrom("HIGH", "LOW"),
    summary: text,
    location: text,
    rootCause: text,
    fixHint: text,
  },
  { ...optional, requiredKeys: [...optional.requiredKeys] },
);
const trimmed = text.map((each) => each.trim()).filter((each) => each !== "");
const falsePositive = fc.oneof(
  fc.record({ finding: id }),
  fc.record({ text: trimmed }),
  fc.record({ finding: id, text: trimmed }),
);
const verdict: fc.Arbitrary<Verdict> = fc
  .record({
    issues: fc.uniqueArray(issue, { selector: (each) => each.id, maxLength: 5 }),
    falsePositives: fc.array(falsePositive, { maxLength: 5 }),
    failed: fc.boolean(),
    deliberation: fc.option(id, { nil: undefined }),
  })
  .map(({ issues, falsePositives, failed, deliberation }) => {
    const mustFix = failed ? issues.map((each) => each.id) : [];
    const said = mustFix.length > 0 ? ("FAIL" as const) : ("PASS" as const);
    return {
      verdict: said,
      issues,
      mustFix,
      falsePositives,
      ...(deliberation === undefined ? {} : { deliberation }),
    };
  });

it("a rendered verdict parses back to the same verdict, wherever it stands", () => {
  fc.assert(
    fc.property(verdict, (each) => {
      const expected = { kind: "verdict", verdict: each, unread: [] };
      expect(parseVerdict(renderVerdict(each))).toEqual(expected);
      expect(parseVerdict(`Prose.\n${renderVerdict(each)}\nMore.`)).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});

it("a rendered verdict is a comment that HTML closes at the same place", () => {
  fc.assert(
    fc.property(verdict, (each) => renderVerdict(each).indexOf("-->") === renderVerdict(each).length - 3),
  );
});
