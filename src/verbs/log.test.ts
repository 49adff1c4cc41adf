import { expect, it } from "vitest";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";

it("the log is listed from its end, or from behind a place, in its order", async () => {
  const ws = await openInTemp();
  expect(await ws.log()).toEqual({ head: 0, events: [], before: null });
  for (let n = 1; n <= 5; n += 1) await ws.record(outcome({ task: `bd-${n}` }));
  const { head, events } = await ws.log();
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, index) => index + 1));
  expect((await ws.log({ limit: 2 })).events.map(({ seq }) => seq)).toEqual([head - 1, head]);
  expect((await ws.log({ after: 1, limit: 2 })).events.map(({ seq }) => seq)).toEqual([2, 3]);
  expect((await ws.log({ after: head })).events).toEqual([]);
  expect(events[0]).toMatchObject({
    type: "outcome-recorded",
    actor: "tester",
    origin: "human",
    task: "bd-1",
  });
});
