import { expect, it } from "vitest";
import { ledgerOver, movingClock } from "../../../tests/support/ledger.js";
import { contextOver, LedgerHub, machineOf } from "../../../tests/support/team.js";
import { outcome } from "../../../tests/support/whetstone.js";
import { WhetstoneError } from "../../base/errors.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import { MemoryStore } from "../../log/store/memory.js";
import type { Context } from "../../verbs/call/context.js";
import { handleOf } from "../../verbs/open/open-whetstone.js";
import type { Hub } from "../rights/hub.js";
import type { Caller } from "../rights/roles.js";
import { SharedProject } from "../shared/shared-project.js";
import { SharedStore } from "../shared/shared-store.js";
import { exchange, exchangeState, sharedProjectOf } from "./exchange.js";
import { joinLog, leaveLog, previewJoin } from "./join-log.js";

const ada: Caller = { member: "ada", kind: "person", role: "lead" };
const bob: Caller = { member: "bob", kind: "person", role: "developer" };
const sharing = (caller: Caller) => ({ caller, share: "lessons", home: "/home/x" }) as const;

async function joined(caller: Caller): Promise<Context> {
  const context = machineOf(caller);
  await joinLog(context, undefined, sharing(caller));
  return context;
}

const exchangeWith = (context: Context, hub: Hub) => exchange(context, { hub, machine: "laptop" });
const logOf = (context: Context): Promise<readonly RecordedEvent[]> =>
  context.ledger.read((reader) => reader.recordedAfter(0, 10_000));
const placesOf = async (context: Context) => (await logOf(context)).map(({ seq, actor }) => [seq, actor]);

it("two machines record apart, exchange, and read the same log in the hub's order", async () => {
  const team = new LedgerHub();
  const [one, two] = [await joined(ada), await joined(bob)];
  await handleOf(one).record(outcome({ actor: "ada" }));
  await handleOf(two).record(outcome({ actor: "bob" }));
  await handleOf(two).record(outcome({ actor: "bob", result: "failure" }));
  expect(await exchangeWith(two, team.for(bob))).toMatchObject({ sent: 2, pulled: 2, position: 2, tail: 0 });
  expect(await placesOf(one)).toEqual([[1, "ada"]]);
  expect(await exchangeWith(one, team.for(ada))).toMatchObject({ sent: 1, pulled: 3, position: 3, tail: 0 });
  expect(await placesOf(one)).toEqual([
    [1, "bob"],
    [2, "bob"],
    [3, "ada"],
  ]);
  expect((await handleOf(one).status()).outcomes).toEqual({ success: 2, partial: 0, failure: 1 });
  await exchangeWith(two, team.for(bob));
  expect(await placesOf(two)).toEqual(await placesOf(one));
});

it("what the hub refuses leaves the log of its author and is on record, and what is behind it goes on", async () => {
  const team = new LedgerHub();
  const two = await joined(bob);
  const ws = handleOf(two);
  await two.ledger.write(async (writer) => {
    const by = { actor: "bob", origin: "human" };
    await writer.append({
      type: "lesson-promoted",
      data: { lesson: "strategy-1", reason: "I like it" },
      ...by,
    });
  });
  await ws.record(outcome());
  expect(await exchangeWith(two, team.for(bob))).toMatchObject({ sent: 1, refused: 1, tail: 0, position: 1 });
  expect((await logOf(two)).map(({ type }) => type)).toEqual(["outcome-recorded"]);
  expect(await exchangeState(two)).toMatchObject({
    error: null,
    refusals: [
      {
        type: "lesson-promoted",
        reason: expect.stringContaining("waits: only a lead or an admin can decide it"),
        origin: "human",
      },
    ],
  });
  const onMachine = { ...two, team: { hub: { url: "https://hub.example" } } } as unknown as Context;
  const { needs, waiting } = await handleOf(onMachine).today();
  expect(needs.map(({ kind, text }) => [kind, text])).toEqual([
    ["refused", "The hub refused this: lesson promoted"],
  ]);
  expect(waiting).toBe(1);
});

it("that a text was forgotten here is nothing to ask the hub about, or a person", async () => {
  const team = new LedgerHub();
  const two = await joined(bob);
  const ws = handleOf(two);
  const secret = "hunter2-of-bob";
  await ws.record(outcome({ result: "failure", errorCount: 1, failureDetails: `refused ${secret}` }));
  expect(await ws.lessons.forget({ text: secret, reason: "a password" })).toMatchObject({ blankedEvents: 1 });
  expect(await exchangeWith(two, team.for(bob))).toMatchObject({ sent: 1, refused: 0, tail: 0, position: 1 });
  expect(await exchangeState(two)).toMatchObject({ refusals: [] });
  expect((await ws.today()).needs).toEqual([]);
  expect(JSON.stringify(await logOf(two))).not.toContain(secret);
});

it("nothing changes while the hub cannot be reached, and the project says since when", async () => {
  const two = await joined(bob);
  await handleOf(two).record(outcome());
  const before = await logOf(two);
  const away: Hub = {
    whoAmI: () => Promise.reject(unreachable()),
    push: () => Promise.reject(unreachable()),
    pull: () => Promise.reject(unreachable()),
    confirmForgotten: () => Promise.reject(unreachable()),
  };
  await expect(exchangeWith(two, away)).rejects.toMatchObject({ code: "unreachable" });
  expect(await logOf(two)).toEqual(before);
  expect(await exchangeState(two)).toMatchObject({
    tail: 1,
    last: null,
    error: { message: "no answer", next: "try later" },
  });
});

it("an older machine stops at an event that it does not know, and goes on recording and sending", async () => {
  const team = new LedgerHub();
  const one = await joined(ada);
  const hub = team.for(ada);
  await handleOf(one).record(outcome());
  await exchangeWith(one, hub);
  const newer: Hub = {
    ...hub,
    pull: async (since, limit) => {
      const { events, head } = await hub.pull(since, limit);
      return { head, events: events.map((event) => (event.seq === 2 ? { ...event, v: 99 } : event)) };
    },
  };
  await handleOf(one).record(outcome());
  await handleOf(one).record(outcome());
  const stopped = await exchangeWith(one, newer);
  expect(stopped).toMatchObject({ sent: 2, position: 1, hubHead: 3, tail: 2 });
  expect(stopped.stopped).toEqual({
    reason: "event 2 of the hub, outcome-recorded version 99, was written by a newer version of Whetstone",
    next: expect.stringContaining("update Whetstone on this machine"),
  });
  await handleOf(one).record(outcome());
  expect(await exchangeWith(one, newer)).toMatchObject({ sent: 1, position: 1, hubHead: 4, tail: 3 });
  expect((await handleOf(one).status()).outcomes.success).toBe(4);
  // After the update.
  expect(await exchangeWith(one, hub)).toMatchObject({ sent: 0, pulled: 3, position: 4, tail: 0 });
  expect((await handleOf(one).status()).outcomes.success).toBe(4);
});

it("an event that an older hub does not know stays in the tail until the hub knows it", async () => {
  const team = new LedgerHub();
  const one = await joined(ada);
  const hub = team.for(ada);
  const later = { reason: "not known", next: "update Whetstone on the hub", isLater: true } as const;
  const older: Hub = {
    ...hub,
    push: async (events) => {
      const known = events.filter(({ type }) => type !== "error-recorded");
      const answer = await hub.push(known);
      const places = new Map(answer.events.map((each) => [each.id, each]));
      return { ...answer, events: events.map(({ id }) => places.get(id) ?? { id, refused: later }) };
    },
  };
  await handleOf(one).errors.record({ taskId: "bd-1", errorType: "timeout", message: "no answer" });
  await handleOf(one).record(outcome());
  expect(await exchangeWith(one, older)).toMatchObject({ sent: 1, waiting: 1, refused: 0, tail: 1 });
  expect((await logOf(one)).map(({ type }) => type)).toEqual(["outcome-recorded", "error-recorded"]);
  expect(await exchangeWith(one, older)).toMatchObject({ sent: 0, waiting: 1, tail: 1 });
  expect(await exchangeWith(one, hub)).toMatchObject({ sent: 1, waiting: 0, tail: 0, position: 2 });
});

it("a hub whose log is another one than before is noticed before anything is taken in or sent", async () => {
  const one = await joined(ada);
  await handleOf(one).record(outcome());
  await exchangeWith(one, new LedgerHub().for(ada));
  await handleOf(one).record(outcome());
  await expect(exchangeWith(one, new LedgerHub().for(ada))).rejects.toMatchObject({ code: "replaced" });
  const [other, two] = [new LedgerHub(), await joined(bob)];
  await handleOf(two).record(outcome());
  await handleOf(two).record(outcome());
  await exchangeWith(two, other.for(bob));
  await expect(exchangeWith(one, other.for(ada))).rejects.toMatchObject({ code: "replaced" });
  expect(await logOf(one)).toHaveLength(2);
});

it("a local log is taken into a shared one, as far as it may be, and a machine that leaves keeps everything", async () => {
  const team = new LedgerHub();
  const base = new MemoryStore();
  const clock = movingClock().read;
  const former = contextOver(base, "dir-1", { ledger: ledgerOver({ store: base, project: "dir-1", clock }) });
  const ws = handleOf(former);
  await ws.errors.record({
    taskId: "bd-1",
    errorType: "timeout",
    message: "no answer",
    stackTrace: "at /home/bob/a.js",
  });
  await ws.record(outcome({ strategy: "Split the work by feature" }));
  const { lessons } = await ws.lessons.list();
  await ws.lessons.forget({ lesson: lessons[0]?.id ?? "", reason: "a customer" });
  await ws.record(outcome({ strategy: "Write the tests first" }));
  const before = await logOf(former);
  const preview = await previewJoin(former.ledger, sharing(bob));
  expect(preview.cut).toEqual([{ name: "error-recorded.stackTrace", count: 1 }]);
  expect(preview.leftOut.map(({ name }) => name)).toContain("lesson-forgotten");
  const shared = machineOf(bob, base);
  const { taken, leftOut } = await joinLog(shared, former.ledger, sharing(bob));
  expect(taken + leftOut).toBe(before.length);
  expect(preview.sent.reduce((sum, { count }) => sum + count, 0)).toBe(taken);
  expect(await joinLog(shared, former.ledger, sharing(bob))).toEqual({ taken: 0, leftOut: before.length });
  expect(await exchangeWith(shared, team.for(bob))).toMatchObject({ sent: taken, refused: 0, tail: 0 });
  expect((await handleOf(shared).lessons.list()).lessons.map(({ text }) => text)).toEqual([
    "Write the tests first",
  ]);
  expect(await logOf(former)).toEqual(before);
  await handleOf(shared).record(outcome());
  const whole = await logOf(shared);
  expect(await leaveLog(shared)).toBe(taken + 1);
  expect(await logOf(shared)).toEqual(whole);
  expect(await exchangeState(shared)).toBeUndefined();
  expect(await shared.ledger.verify()).toEqual([]);
  await handleOf(shared).record(outcome());
  expect(await base.read("team-of-bob", (tx) => tx.head())).toBe(taken + 2);
});

it("a project with a log of its own is not made a shared one in place", async () => {
  const store = new SharedStore(new MemoryStore());
  const context = contextOver(store, "dir-1");
  await handleOf(context).record(outcome());
  await expect(new SharedProject(store, "dir-1").share()).rejects.toMatchObject({ code: "invalid_input" });
  await expect(exchangeWith(context, new LedgerHub().for(ada))).rejects.toMatchObject({ field: "project" });
  expect(await sharedProjectOf(context)?.standing()).toBeUndefined();
});

it("a long tail of a machine that nobody else wrote beside is not folded again when the hub numbers it", async () => {
  const team = new LedgerHub();
  const one = await joined(ada);
  for (let n = 0; n < 30; n += 1) await handleOf(one).record(outcome());
  const moves = () => one.ledger.read((reader) => reader.numbering());
  expect(await moves()).toEqual({ settled: 0, moves: 0 });
  await exchangeWith(one, team.for(ada));
  expect(await moves()).toEqual({ settled: 30, moves: 0 });
});

function unreachable(): WhetstoneError {
  return new WhetstoneError("unreachable", "no answer", { next: "try later" });
}

it("a page that another process of the machine has taken in meanwhile is taken in once", async () => {
  const team = new LedgerHub();
  const two = await joined(bob);
  for (let n = 0; n < 3; n += 1) await handleOf(two).record(outcome({ actor: "bob", run: `r${n}` }));
  await exchangeWith(two, team.for(bob));
  const base = new MemoryStore();
  const [one, other] = [machineOf(ada, base), machineOf(ada, base)];
  await joinLog(one, undefined, sharing(ada));
  const hub = team.for(ada);
  let isTakenByOther = false;
  const slow: Hub = {
    ...hub,
    pull: async (since, limit) => {
      const page = await hub.pull(since, limit);
      if (!isTakenByOther) {
        isTakenByOther = true;
        await exchangeWith(other, hub);
      }
      return page;
    },
  };
  await exchangeWith(one, slow);
  const log = async (context: Context) => (await logOf(context)).map(({ id, seq }) => [id, seq]);
  expect(await log(one)).toEqual(await log(two));
  expect(await one.ledger.verify()).toEqual([]);
});

it("a rule that waits for a lead names its author, and nobody who would have verified it", async () => {
  const team = new LedgerHub();
  const two = await joined(bob);
  const ws = handleOf(two);
  await ws.lessons.add({ text: "Always run the linter", actor: "bob", origin: "human" });
  await exchangeWith(two, team.for(bob));
  const whys = (await ws.today()).needs.map(({ why }) => why);
  expect(whys).toContain("Proposed by bob.");
  expect(whys.join(" ")).not.toContain("Verified by");
});
