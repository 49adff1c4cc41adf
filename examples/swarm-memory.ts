/** The swarm's examples: semantic memory, from the first pattern to an anti-pattern that is found again. */
import assert from "node:assert/strict";
import { getSemanticMemoryStore, openWhetstone } from "whetstone";
import { extractPatternsFromDescription } from "whetstone/engines";

const ws = await openWhetstone();
const store = await getSemanticMemoryStore(); // of the current project; nothing to set up

// 1. Extraction.
const patterns = extractPatternsFromDescription("We split by file type, one file per subtask");
assert.deepEqual(patterns, ["Split by file type", "One file per subtask"]);

// 2. Storing. Completing a task does this by itself, and what it has stored is not counted twice.
const original_metadata = { bead_id: "bd-123.1", success: true, timestamp: "2024-12-15T10:00:00Z" };
await store.store({
  content: "Split by file type",
  kind: "pattern",
  is_negative: false,
  metadata: original_metadata,
});
await store.store({
  content: "Split by file type",
  kind: "pattern",
  is_negative: false,
  metadata: original_metadata,
});

// 3. Querying. Planning does this by itself.
const similar = await store.query("Which files should be split by type?", { limit: 5 });
assert.deepEqual(
  similar.map(({ content, success_count, failure_count }) => ({ content, success_count, failure_count })),
  [{ content: "Split by file type", success_count: 1, failure_count: 0 }],
);

// 4. An anti-pattern follows from failures: here 5 of 7.
for (const [n, success] of [true, false, false, false, false, false].entries()) {
  await store.store({
    content: "Split by file type",
    kind: "pattern",
    is_negative: false,
    metadata: { bead_id: `bd-124.${n}`, success },
  });
}
await store.store({
  content: "AVOID: Split by file type. Failed 5/7 times (71% failure rate)",
  kind: "anti_pattern",
  is_negative: true,
  metadata: { ...original_metadata, failure_rate: 0.71 },
});
const results = await store.query("file type", { limit: 10, threshold: 0.5 }); // scores are cosines of meanings
assert.deepEqual(
  results.map((r) => ({ content: r.content, score: Number(r.score.toFixed(1)) })),
  [{ content: "AVOID: Split by file type. Failed 5/7 times (71% failure rate)", score: 0.6 }],
);

// By meaning: no word of the query is in the strategy.
await ws.record({
  result: "success",
  durationMs: 1,
  errorCount: 0,
  retryCount: 0,
  strategy: "Hash credentials with a salt",
});
const [first] = await store.query("authentication tasks", { limit: 10 });
assert.equal(first?.content, "Hash credentials with a salt");

// Is it there? Healthy means that a probe was written, found and removed again.
const { healthy, count, location, by } = await store.health();
assert.deepEqual({ healthy, count, by }, { healthy: true, count: 2, by: "words and meaning" });
assert.match(location, /store\.db$/); // until an index is saved beside it

// Every verb tells by true counts what it asked of the memory and what it added.
const { memory_queried, patterns_found, prompt } = await ws.plan({ task: "Add OAuth", taskId: "bd-125" });
assert.deepEqual([memory_queried, patterns_found], [9, 2]); // two strategies and seven tasks, none like it
assert.match(prompt, /AVOID: Split by file type\. Failed 5\/7 times \(71% failure rate\)/);
const { memory_stored } = await ws.complete({
  taskId: "bd-125",
  success: true,
  strategy: "Split by component",
});
assert.equal(memory_stored, 2); // the strategy and the task

await ws.close();
await store.close();
