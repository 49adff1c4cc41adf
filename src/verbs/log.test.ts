import { expect, it } from "vitest";
import { seed } from "../../tests/support/directives.js";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";
import type { EventData } from "../log/events/catalog.js";

it("the log is listed from its end, or from behind a place, in its order", async () => {
  const ws = await openInTemp();
  expect(await ws.log()).toMatchObject({ head: 0, events: [], before: null });
  for (let n = 1; n <= 5; n += 1) await ws.record(outcome({ taskId: `bd-${n}` }));
  const { head, events } = await ws.log();
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, index) => index + 1));
  expect((await ws.log({ limit: 2 })).events.map(({ seq }) => seq)).toEqual([head - 1, head]);
  expect((await ws.log({ after: 1, limit: 2 })).events.map(({ seq }) => seq)).toEqual([2, 3]);
  expect((await ws.log({ after: head })).events).toEqual([]);
  expect(events[0]).toMatchObject({
    type: "outcome-recorded",
    actor: "tester",
    origin: "human",
    taskId: "bd-1",
  });
});

it("a filter looks through the log in both directions, and says where older ones begin", async () => {
  const ws = await openInTemp();
  for (let n = 1; n <= 600; n += 1) await ws.record(outcome({ taskId: n % 300 === 0 ? "rare" : "usual" }));
  const rare = await ws.log({ about: "rare", type: "outcome-" });
  const places = rare.events.map(({ seq }) => seq);
  expect(places).toHaveLength(2);
  expect((await ws.log({ after: 0, about: "rare", type: "outcome-" })).events).toEqual(rare.events);
  const newest = await ws.log({ about: "rare", type: "outcome-", limit: 1 });
  expect(newest.events.map(({ seq }) => seq)).toEqual(places.slice(1));
  const older = await ws.log({ about: "rare", type: "outcome-", before: newest.before ?? 1 });
  expect(older).toMatchObject({ events: [{ seq: places[0] }], before: null });
});

it("a place in both directions is refused", async () => {
  const ws = await openInTemp();
  await expect(ws.log({ after: 1, before: 2 })).rejects.toMatchObject({ field: "before" });
});

it("events that hold a text are found in whatever case and with its quotes", async () => {
  const ws = await openInTemp();
  for (const tool of ["Deploy", 'say "hi"', "github"]) await ws.record(outcome({ adaptersUsed: [tool] }));
  const found = async (holds: string) => (await ws.log({ type: "outcome-", holds })).events.length;
  expect(await found("deploy")).toBe(1);
  expect(await found('say "hi"')).toBe(1);
  expect(await found("nowhere")).toBe(0);
});

it("sessions of trials are found by what chance decided in them for a lesson, and each event says what happened", async () => {
  const ws = await openInTemp();
  const draw = (lesson: string, shown: boolean) => ({
    ...{ lesson, shown, probability: 0.5, moment: "start", failed: !shown, worked: shown },
  });
  const ended = (session: string, draws: readonly ReturnType<typeof draw>[]) => {
    const data = { session, cause: "task", draws } as EventData<"trial-session-ended">;
    return { type: "trial-session-ended", data } as const;
  };
  await seed(ws, [ended("a", [draw("one", true), draw("other", false)]), ended("b", [draw("one", false)])]);
  const found = async (input: Parameters<typeof ws.log>[0]) =>
    (await ws.log({ type: "trial-session-ended", ...input })).events.map(({ says }) => says);
  expect(await found({ holds: "one", arm: "shown" })).toEqual([
    "1 lesson shown; 1 lesson held out, came back",
  ]);
  expect(await found({ holds: "one", arm: "held out" })).toEqual(["1 lesson held out, came back"]);
  expect((await found({ arm: "held out" })).length).toBe(2);
});

it("a type that no event has is refused with the nearest one", async () => {
  const ws = await openInTemp();
  const next = "did you mean 'outcome-recorded'?";
  await expect(ws.log({ type: "outcom-recorded" })).rejects.toMatchObject({ field: "type", next });
  await expect(ws.log({ type: "nothing" })).rejects.toMatchObject({
    field: "type",
    next: expect.stringMatching(
      /^the nearest are ([a-z-]+, ){2}[a-z-]+; 'whetstone log' shows types in use$/,
    ),
  });
  expect((await ws.log({ type: "lesson-" })).events).toEqual([]);
});
