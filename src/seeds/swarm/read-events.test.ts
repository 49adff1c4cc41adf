import { describe, expect, it } from "vitest";
import { recordedEvents, recordedLines, recordings } from "../../../tests/support/recordings.js";
import { manyOf, openInTemp, outcome } from "../../../tests/support/whetstone.js";
import type { EventType } from "../../log/events/catalog.js";
import { readEvents } from "./read-events.js";

async function* from(lines: readonly string[]) {
  yield* lines;
}

async function read<Type extends EventType>(log: AsyncIterable<string>, ...types: readonly Type[]) {
  const events = [];
  for await (const event of readEvents(log, types)) events.push(event);
  return events;
}

describe("readEvents", () => {
  it("readEvents answers with the events of the given types, oldest first, without a limit", async () => {
    const ws = await openInTemp({ set: ["store.kind=memory"] });
    const tasks = Array.from({ length: 2_500 }, (_, n) => `t-${n}`);
    await ws.recordMany(
      manyOf(tasks.map((task, index) => ({ line: index + 1, value: outcome({ taskId: task }) }))),
    );
    await ws.feedback({ criterion: "type_safe", type: "helpful", value: 1 });
    expect((await read(ws.export(), "outcome-recorded")).map((event) => event.task)).toEqual(tasks);
    expect(await read(ws.export(), "feedback-recorded")).toMatchObject([{ seq: 2_501, data: { value: 1 } }]);
  });

  it("a text that looks like another event does not mislead readEvents", async () => {
    const ws = await openInTemp({ set: ["store.kind=memory"] });
    await ws.record(
      outcome({ summary: '{"id":"x","seq":1,"type":"error-recorded"', run: '"type":"error-recorded"' }),
    );
    expect(await read(ws.export(), "error-recorded")).toEqual([]);
    expect(await read(ws.export(), "outcome-recorded")).toHaveLength(1);
  });

  it.each(recordings)("the outcomes of the recording %s are read with every field", async (file) => {
    const outcomes = await read(from(recordedLines(file)), "outcome-recorded");
    expect(outcomes.length).toBe(
      recordedEvents(file).filter((event) => event.type === "outcome-recorded").length,
    );
    for (const { data } of outcomes)
      expect([data.criteria, data.cause]).toEqual([expect.any(Array), expect.any(String)]);
  });
});
