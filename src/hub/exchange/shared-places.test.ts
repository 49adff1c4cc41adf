import { expect, it } from "vitest";
import { LedgerHub, machineOf } from "../../../tests/support/team.js";
import { collect, outcome } from "../../../tests/support/whetstone.js";
import { replayLog } from "../../lessons/replay/replay-log.js";
import type { Context } from "../../verbs/call/context.js";
import { checkExport } from "../../verbs/log/read-export.js";
import { handleOf } from "../../verbs/open/open-whetstone.js";
import type { Caller } from "../rights/roles.js";
import { exchange } from "./exchange.js";
import { joinLog } from "./join-log.js";

const ada: Caller = { member: "ada", kind: "person", role: "lead" };
const bob: Caller = { member: "bob", kind: "person", role: "developer" };

async function joined(caller: Caller): Promise<Context> {
  const context = machineOf(caller);
  await joinLog(context, undefined, { caller, share: "lessons", home: "/home/x" });
  return context;
}

const found = async (context: Context, text: string) =>
  (await handleOf(context).search({ text, limit: 9 })).lessons.map((lesson) => lesson.text).sort();
const learn = (context: Context, strategy: string) => handleOf(context).record(outcome({ strategy }));

it("lessons of others are found although own events had their places when the index read them", async () => {
  const team = new LedgerHub();
  const [one, two] = [await joined(ada), await joined(bob)];
  await learn(one, "Drain the turbine by hand");
  expect(await found(one, "turbine")).toEqual(["Drain the turbine by hand"]);
  await learn(two, "Oil the turbine before noon");
  await exchange(two, { hub: team.for(bob), machine: "two" });
  await exchange(one, { hub: team.for(ada), machine: "one" });
  expect(await found(one, "turbine")).toEqual(["Drain the turbine by hand", "Oil the turbine before noon"]);
  await learn(one, "Paint the turbine red");
  expect(await found(one, "turbine")).toHaveLength(3);
});

it("what the index has read of the own tail is not read again with every search", async () => {
  const one = await joined(ada);
  await learn(one, "Drain the turbine by hand");
  await found(one, "turbine");
  const search = await one.search();
  let upserts = 0;
  const apply = search.apply.bind(search);
  search.apply = async (key, changes) => {
    upserts += changes.upserts.length;
    return apply(key, changes);
  };
  await found(one, "turbine");
  expect(upserts).toBe(0);
  await learn(one, "Paint the turbine red");
  await found(one, "turbine");
  expect(upserts).toBe(1);
});

it("words that stood in a refused event alone are not found any more", async () => {
  const team = new LedgerHub();
  const [one, two] = [await joined(ada), await joined(bob)];
  const [before, after] = ["Grease the pump before noon", "Oil the turbine before noon"];
  const { lesson } = await handleOf({ ...one, actor: "ada", origin: "human" }).lessons.add({ text: before });
  await exchange(one, { hub: team.for(ada), machine: "one" });
  await exchange(two, { hub: team.for(bob), machine: "two" });
  const data = { lesson, from: { text: before }, to: { text: after }, reason: "it is a turbine" };
  await two.ledger.write((writer) =>
    writer.append({ type: "lesson-edited", data, actor: "bob", origin: "human" }),
  );
  expect(await found(two, "turbine")).toEqual([after]);
  expect(await exchange(two, { hub: team.for(bob), machine: "two" })).toMatchObject({ refused: 1 });
  expect(await found(two, "turbine")).toEqual([]);
  expect(await found(two, "pump")).toEqual([before]);
});

it("the list of lessons is read anew when events moved, although there are as many as before", async () => {
  const team = new LedgerHub();
  const [one, two] = [await joined(ada), await joined(bob)];
  await two.ledger.write((writer) =>
    writer.append({
      type: "lesson-promoted",
      data: { lesson: "x", reason: "r" },
      actor: "b",
      origin: "human",
    }),
  );
  const list = async () => (await handleOf(two).lessons.list()).lessons.length;
  expect(await list()).toBe(0);
  await learn(one, "Oil the turbine");
  await exchange(one, { hub: team.for(ada), machine: "one" });
  await exchange(two, { hub: team.for(bob), machine: "two" });
  expect(await list()).toBe(1);
});

it("an export of a shared project holds the hub's events and the own tail, and is read again as it is", async () => {
  const team = new LedgerHub();
  const one = await joined(ada);
  await learn(one, "Oil the turbine");
  await exchange(one, { hub: team.for(ada), machine: "one" });
  await learn(one, "Paint the turbine red");
  const head = await one.ledger.read((reader) => reader.head());
  const lines = await collect(handleOf(one).export());
  expect(checkExport(lines).events).toBe(head);
  expect(await one.ledger.verify()).toEqual([]);
  await one.ledger.rebuild();
  expect(await one.ledger.verify()).toEqual([]);
});

it("a replay sees each event once, although an exchange moves own events while it reads", async () => {
  const team = new LedgerHub();
  const [one, two] = [await joined(ada), await joined(bob)];
  const fail = (context: Context, session: string) =>
    context.ledger.write((writer) =>
      writer.append({
        type: "reflection-recorded",
        data: {
          tool: "Bash",
          result: "failure",
          by: "host",
          because: "exit 1",
          signature: "s",
          kind: "call",
        },
        actor: "claude",
        origin: "agent:claude",
        task: session,
      }),
    );
  for (const session of ["a", "b", "c"]) await fail(one, session);
  for (const session of ["x", "x"]) await fail(two, session);
  await exchange(two, { hub: team.for(bob), machine: "two" });
  const { config } = one.ledger;
  const alone = await replayLog(one, config, {});
  let reads = 0;
  const ledger = Object.create(one.ledger, {
    project: { value: one.ledger.project },
    config: { value: config },
    read: {
      value: async (work: Parameters<typeof one.ledger.read>[0]) => {
        reads += 1;
        if (reads === 2) await exchange(one, { hub: team.for(ada), machine: "one" });
        return one.ledger.read(work);
      },
    },
  });
  const moved = await replayLog({ ...one, ledger }, config, {});
  expect(moved.events).toBe(3);
  expect(moved.recorded.coverage).toEqual(alone.recorded.coverage);
});
