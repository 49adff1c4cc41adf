/**
 * The swarm's examples: errors are kept while a task runs, told to the next attempt, and counted for its
 * outcome.
 */
import assert from "node:assert/strict";
import { ErrorAccumulator, openWhetstone } from "whetstone";

const clock = { now: Date.parse("2024-12-12T10:30:00Z") };
const ws = await openWhetstone({ clock: () => clock.now });
const errorAccumulator = new ErrorAccumulator(ws); // `new ErrorAccumulator()` opens the current project by itself

const { id: errorId } = await errorAccumulator.recordError(
  "bd-123.1",
  "validation",
  "Type error in src/auth.ts",
  {
    stack_trace: "at src/auth.ts:12",
    tool_name: "typecheck",
    context: "After adding OAuth types",
  },
);
clock.now += 5 * 60_000;
await errorAccumulator.recordError("bd-123.1", "validation", "Missing import in src/session.ts", {
  tool_name: "typecheck",
});

// Times are ISO and UTC: the same text on every machine.
assert.equal(
  await errorAccumulator.getErrorContext("bd-123.1", false),
  `## Previous Errors

The following errors were encountered during execution:

### validation (2 errors)

- **Type error in src/auth.ts**
  - Context: After adding OAuth types
  - Tool: typecheck
  - Time: 2024-12-12T10:30:00.000Z

- **Missing import in src/session.ts**
  - Tool: typecheck
  - Time: 2024-12-12T10:35:00.000Z

**Action Required**: Address these errors before proceeding. Consider:

- What caused each error?
- How can you prevent similar errors?
- Are there patterns across error types?`,
);

// A resolved error leaves the context, and stays in the total.
const third = await errorAccumulator.recordError("bd-123.1", "validation", "Unused variable in src/auth.ts");
const fourth = await errorAccumulator.recordError("bd-123.1", "timeout", "Tests took longer than 60 s");
await errorAccumulator.recordError("bd-123.1", "tool_failure", "npm exited with code 1");
for (const id of [errorId, third.id, fourth.id]) await errorAccumulator.resolveError(id);
assert.doesNotMatch(await errorAccumulator.getErrorContext("bd-123.1"), /Type error/);
assert.match(await errorAccumulator.getErrorContext("bd-123.1", true), /Type error/);

const stats = await errorAccumulator.getErrorStats("bd-123.1");
assert.deepEqual(stats, {
  total: 5,
  unresolved: 2,
  by_type: {
    validation: 3,
    timeout: 1,
    tool_failure: 1,
  },
});

// The total is the error count of the outcome.
const { errorCount } = await ws.complete({ taskId: "bd-123.1", success: true, durationMs: 20 * 60_000 });
assert.equal(errorCount, stats.total);
await ws.close();
