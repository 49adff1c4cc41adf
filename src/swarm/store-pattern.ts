import { creditedStrategies } from "../app/credited-strategies.js";
import { readEvents } from "../app/read-events.js";
import { unmeasuredDuration } from "../app/unmeasured.js";
import type { Whetstone } from "../compose/whetstone.js";
import { refuse } from "../engines/outcomes/expect.js";
import { momentIso } from "../engines/reliability/moment.js";
import { invertToAntiPattern } from "../engines/strategies/anti-pattern.js";
import type { PatternRecord } from "./pattern-record.js";

/**
 * Remembers a strategy by the outcome that used it, which its metadata tells: without one there is nothing to
 * learn from. What the task's own completion has remembered already is not counted twice. An anti-pattern
 * follows from failures: one that the log bears out is there, and another is refused.
 */
export async function storePattern(ws: Whetstone, pattern: PatternRecord): Promise<void> {
  if (pattern.is_negative || pattern.kind === "anti_pattern") return expectInverted(ws, pattern);
  const { bead_id: task, success, timestamp } = pattern.metadata ?? {};
  if (typeof success !== "boolean") refuse("metadata.success", success, "true or false: how the work ended");
  if (task !== undefined && (await isCredited(ws, pattern.content, task))) return;
  await ws.record({
    task,
    strategy: pattern.content,
    result: success ? "success" : "failure",
    ...(await unmeasuredDuration(ws)),
    errorCount: task === undefined ? 0 : (await ws.errors.stats(task)).total,
    retryCount: 0,
    at: timestamp === undefined ? undefined : momentIso("metadata.timestamp", timestamp),
  });
}

async function isCredited(ws: Whetstone, content: string, task: string): Promise<boolean> {
  const lessons = creditedStrategies(content, []).map((each) => each.lesson);
  for await (const event of readEvents(ws.export(), ["strategy-observed"])) {
    if (event.task === task && lessons.includes(event.data.lesson)) return true;
  }
  return false;
}

/** The counts in its text may be older than those of now, so only what it warns of is compared. */
async function expectInverted(ws: Whetstone, { content }: PatternRecord): Promise<void> {
  const { lessons } = await ws.lessons.list();
  const inverted = lessons
    .filter((lesson) => lesson.kind === "anti_pattern")
    .map(({ text }) => warning(text));
  if (inverted.some((text) => content.startsWith(text))) return;
  refuse(
    "content",
    content,
    "a warning that recorded failures bear out: record the outcomes of the strategy",
  );
}

function warning(content: string): string {
  const pattern = {
    id: "",
    content,
    kind: "pattern",
    is_negative: false,
    success_count: 0,
    failure_count: 0,
  } as const;
  return invertToAntiPattern(pattern, "").content.trim();
}
