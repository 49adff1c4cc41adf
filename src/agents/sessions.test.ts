import { expect, it } from "vitest";
import type { ToolUse } from "./moment.js";
import { isRepeatedPayload, noteWarning, Sessions, takeWarning } from "./sessions.js";

it("a session that goes on is kept, however many others began since, and the one that was silent longest is not", () => {
  const sessions = new Sessions();
  sessions.of("goes on").toolCalls = 1;
  sessions.of("silent").toolCalls = 1;
  for (let n = 0; n < 198; n += 1) sessions.of(`s-${n}`);
  sessions.of("goes on");
  sessions.of("one more");
  expect(sessions.of("goes on").toolCalls).toBe(1);
  expect(sessions.of("silent").toolCalls).toBe(0);
});

it("a session that ended is remembered as seen, and counts its calls anew", () => {
  const sessions = new Sessions();
  Object.assign(sessions.of("one"), { seenBefore: true, missedStart: true, toolCalls: 3 });
  expect(sessions.take("one")).toMatchObject({ toolCalls: 3 });
  expect(sessions.of("one")).toMatchObject({ seenBefore: true, missedStart: false, toolCalls: 0 });
  expect(sessions.take("another")).toBeUndefined();
});

it("an agent is awaited from its task to its answer, and for half a day at most", () => {
  const sessions = new Sessions();
  const since = 1_800_000_000_000;
  sessions.of("one").turnSince = since;
  expect(sessions.isAwaited(since + 12 * 3_600_000 - 1)).toBe(true);
  expect(sessions.isAwaited(since + 12 * 3_600_000)).toBe(false);
  sessions.of("one").turnSince = undefined;
  expect(sessions.isAwaited(since)).toBe(false);
});

it("the same payload is a repetition within five seconds of the one before, not of the first", () => {
  const facts = new Sessions().of("one");
  const arrivals = [0, 4_999, 9_998, 14_998].map((now) => isRepeatedPayload(facts, "{}", now));
  expect(arrivals).toEqual([false, true, true, false]);
});

it("of more than a hundred warnings the oldest are forgotten", () => {
  const facts = new Sessions().of("one");
  const call = (n: number): ToolUse => ({
    ...{ tool: "Bash", id: undefined, command: undefined, files: [], writes: false },
    ...{ adapter: undefined, edits: [], input: `call ${n}` },
  });
  for (let n = 0; n <= 100; n += 1) noteWarning(facts, call(n), "careful");
  const told = [0, 1, 100, 1].map((n) => takeWarning(facts, call(n)));
  expect(told).toEqual(["", "careful", "careful", ""]);
});
