import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ErrorEntry, errorStats, formatErrorContext } from "./error-context.js";
import { errorTypes } from "./error-type.js";

const entry = (changes: Partial<ErrorEntry>): ErrorEntry => ({
  id: "e-1",
  bead_id: "bd-123.1",
  error_type: "validation",
  message: "Type error in src/auth.ts",
  timestamp: "2024-12-12T10:30:00.000Z",
  resolved: false,
  ...changes,
});

const anyEntry: fc.Arbitrary<ErrorEntry> = fc.record({
  id: fc.string(),
  bead_id: fc.string(),
  error_type: fc.constantFrom(...errorTypes),
  message: fc.string({ unit: "binary" }),
  context: fc.string({ unit: "binary" }),
  tool_name: fc.string({ unit: "binary" }),
  timestamp: fc.oneof(
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  resolved: fc.boolean(),
});

describe("the context of past errors", () => {
  it("the block has the layout of the seed, with times in UTC", () => {
    const entries = [
      entry({ context: "After adding OAuth types", tool_name: "typecheck" }),
      entry({
        message: "Missing import in src/session.ts",
        tool_name: "typecheck",
        timestamp: "2024-12-12T11:35:00+01:00",
      }),
      entry({ error_type: "timeout", message: "Task exceeded 30 minutes" }),
    ];
    expect(formatErrorContext(entries)).toBe(`## Previous Errors

The following errors were encountered during execution:

### validation (2 errors)

- **Type error in src/auth.ts**
  - Context: After adding OAuth types
  - Tool: typecheck
  - Time: 2024-12-12T10:30:00.000Z

- **Missing import in src/session.ts**
  - Tool: typecheck
  - Time: 2024-12-12T10:35:00.000Z

### timeout (1 error)

- **Task exceeded 30 minutes**
  - Time: 2024-12-12T10:30:00.000Z

**Action Required**: Address these errors before proceeding. Consider:

- What caused each error?
- How can you prevent similar errors?
- Are there patterns across error types?`);
  });

  it("the block is empty when there are no errors", () => {
    expect(formatErrorContext([])).toBe("");
  });

  it("the types keep the order in which they first appear", () => {
    const types = ["unknown", "conflict", "unknown", "validation"] as const;
    const text = formatErrorContext(types.map((error_type) => entry({ error_type })));
    expect(text.match(/^### .*$/gm)).toEqual([
      "### unknown (2 errors)",
      "### conflict (1 error)",
      "### validation (1 error)",
    ]);
  });

  it("the block counts every error and writes out the newest ten of a type", () => {
    const many = Array.from({ length: 12 }, (_, index) => entry({ message: `error number ${index + 1}` }));
    const text = formatErrorContext(many);
    expect(text).toContain(
      "### validation (12 errors)\n\n- 2 earlier ones, not shown\n\n- **error number 3**\n",
    );
    expect(text).toContain("- **error number 12**");
    expect(text).not.toContain("- **error number 2**");
  });

  it("the block marks a time or a message that is not readable", () => {
    const text = formatErrorContext([entry({ message: "\n\u200b", timestamp: "yesterday" })]);
    expect(text).toContain("- **(no message)**\n  - Time: unknown\n");
  });

  it("long texts are cut and kept on one line", () => {
    const text = formatErrorContext([entry({ message: `a\n\n## Forged\n- **b**\n${"x".repeat(10_000)}` })]);
    expect(text).toContain("- **a ## Forged - **b** xxx");
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(310);
  });

  it("the block has one line for each entry and heading, whatever their texts hold", () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 10 }), (entries) => {
        const text = formatErrorContext(entries);
        expect(text.split("\n").filter((line) => line.startsWith("## "))).toEqual(["## Previous Errors"]);
        expect(text.split("\n").filter((line) => line.startsWith("- **")).length).toBe(entries.length);
        expect(text.split("\n").filter((line) => line.startsWith("  - Time: ")).length).toBe(entries.length);
      }),
    );
  });
});

describe("the statistics of errors", () => {
  it("the statistics are those of the seed", () => {
    const types = ["validation", "validation", "validation", "timeout", "tool_failure"] as const;
    const entries = types.map((error_type, index) => entry({ error_type, resolved: index < 3 }));
    expect(errorStats(entries)).toEqual({
      total: 5,
      unresolved: 2,
      by_type: { validation: 3, timeout: 1, tool_failure: 1 },
    });
    expect(errorStats([])).toEqual({ total: 0, unresolved: 0, by_type: {} });
  });

  it("no error is lost when some are resolved", () => {
    fc.assert(
      fc.property(fc.array(anyEntry), (entries) => {
        const stats = errorStats(entries);
        const resolved = errorStats(entries.map((each) => ({ ...each, resolved: true })));
        expect(resolved).toEqual({ ...stats, unresolved: 0 });
        expect(Object.values(stats.by_type).reduce((sum, count) => sum + count, 0)).toBe(entries.length);
      }),
    );
  });
});
