import { expect, it } from "vitest";
import { sentEvent } from "../support/hub.js";
import { MemoryHub, type MemoryHubLog } from "../support/memory-hub.js";

function twoHubs() {
  const log: MemoryHubLog = { project: "shop", events: [] };
  return {
    ada: new MemoryHub(log, { member: "ada", kind: "person", role: "lead" }),
    bob: new MemoryHub(log, { member: "bob", kind: "agent", role: "agent" }),
  };
}

it("events of several callers stand in one order, each once however often it is pushed", async () => {
  const { ada, bob } = twoHubs();
  await ada.push([sentEvent(1), sentEvent(2)]);
  const again = await bob.push([sentEvent(2), sentEvent(3)]);
  expect(again).toEqual({ head: 3, events: [2, 3].map((n) => ({ id: sentEvent(n).id, seq: n })) });
  const { events, head } = await ada.pull(1, 10);
  expect(head).toBe(3);
  expect(events.map(({ seq, actor }) => [seq, actor])).toEqual([
    [2, "claude@ada"],
    [3, "claude@bob"],
  ]);
  expect(await bob.whoAmI()).toEqual({ member: "bob", kind: "agent", role: "agent", project: "shop" });
});

it("an event that is refused gets no place, and a push that is too long is refused whole", async () => {
  const { ada, bob } = twoHubs();
  const reset = JSON.stringify({ lesson: "x", kind: "strategy", reason: "again" });
  const decision = sentEvent(1, { type: "lesson-reset", v: 1, data: reset, origin: "human" });
  expect((await bob.push([decision])).events).toMatchObject([{ refused: { reason: expect.any(String) } }]);
  expect((await ada.push([decision])).events).toMatchObject([{ seq: 1 }]);
  const many = Array.from({ length: 501 }, (_, n) => sentEvent(n + 10));
  await expect(ada.push(many)).rejects.toMatchObject({ code: "too_large" });
  expect((await ada.pull(0, 500)).head).toBe(1);
});
