import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Crash, Faults, faultyStore } from "../../../tests/support/faults.js";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { sqliteIn } from "../../../tests/support/sqlite.js";
import { contextOver, LedgerHub, machineOf } from "../../../tests/support/team.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { outcome } from "../../../tests/support/whetstone.js";
import { textsForgotten } from "../../lessons/forget/forgotten-texts.js";
import { MemoryStore } from "../../log/store/memory.js";
import type { Context } from "../../verbs/call/context.js";
import { handleOf } from "../../verbs/open/open-whetstone.js";
import type { Caller } from "../rights/roles.js";
import { exchange } from "./exchange.js";
import { joinLog } from "./join-log.js";

const ada: Caller = { member: "ada", kind: "person", role: "lead" };
const bob: Caller = { member: "bob", kind: "person", role: "developer" };
const sharing = (caller: Caller) => ({ caller, share: "lessons", home: "/home/x" }) as const;
const secret = "hunter2-of-production";

function holdsSecret(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, "latin1").toLowerCase().includes(secret));
}

/** A machine on a disk, with a log from before it joined. */
async function onDisk(caller: Caller) {
  const folder = tempFolder();
  const base = sqliteIn(folder);
  onTestFinished(() => base.close());
  const former = ledgerOver({ store: base, project: "dir-1" });
  const machine = machineOf(caller, base);
  const context: Context = { ...machine, places: { ...machine.places, data: folder } };
  return { context, former, folder, base };
}

it("a text that was forgotten on the hub goes from every copy on a machine, which tells the hub", async () => {
  const team = new LedgerHub();
  const { context: one, former, folder, base } = await onDisk(ada);
  const before = contextOver(base, "dir-1", { ledger: former });
  await handleOf(before).record(outcome({ strategy: `Log in with ${secret} first` }));
  await joinLog(one, former, sharing(ada));
  const hub = team.for(ada);
  const formerLogs = [former];
  await exchange(one, { hub, machine: "laptop", formerLogs });
  const ws = handleOf(one);
  await ws.errors.record({ taskId: "t", message: `it was ${secret.toUpperCase()}` });
  await expect(ws.record({ result: `${secret}` } as never)).rejects.toThrow();
  one.losses.note({ at: "2026-03-01T00:00:00.000Z", stage: "brief", reason: `no ${secret} here` });
  await base.backUp();
  expect(holdsSecret(folder).length).toBeGreaterThan(1);

  await team.ws.lessons.forget({ text: secret, reason: "a password" });
  await exchange(one, { hub, machine: "laptop", formerLogs });

  expect(holdsSecret(folder)).toEqual([]);
  for (const context of [one, before]) {
    const texts = await context.ledger.read(async (reader) =>
      JSON.stringify([await reader.recordedAfter(0, 999), await reader.rejected(9)]),
    );
    expect(texts.toLowerCase()).not.toContain(secret);
    expect(texts).toContain("[forgotten]");
    expect(await context.ledger.verify()).toEqual([]);
  }
  expect(one.losses.list().map(({ reason }) => reason)).toEqual(["no [forgotten] here"]);
  const log = await team.context.ledger.read((reader) => reader.recordedAfter(0, 999));
  expect(JSON.stringify(log).toLowerCase()).not.toContain(secret);
  const tombstone = log.find(({ type }) => type === "text-forgotten");
  expect(team.confirmed).toEqual(new Map([["laptop", tombstone?.seq]]));
});

it("a machine that records about a lesson which others forget meanwhile sends none of its words", async () => {
  const team = new LedgerHub();
  const [{ context: one }, { context: two }] = [await onDisk(ada), await onDisk(bob)];
  for (const context of [one, two]) await joinLog(context, undefined, sharing(ada));
  const text = "Ask Ada Lovelace of the customer";
  await handleOf(one).record(outcome({ strategy: text }));
  await exchange(one, { hub: team.for(ada), machine: "one" });
  await exchange(two, { hub: team.for(bob), machine: "two" });
  const [lesson] = (await handleOf(two).lessons.list()).lessons;
  await handleOf(two).record(outcome({ strategy: text, summary: `again: ${text}` }));
  await team.ws.lessons.forget({ lesson: lesson?.id ?? "", reason: "names a customer" });
  await exchange(two, { hub: team.for(bob), machine: "two" });
  const log = await team.context.ledger.read((reader) => reader.recordedAfter(0, 999));
  expect(JSON.stringify(log)).not.toContain("Lovelace");
  expect(team.confirmed.has("one")).toBe(false);
  await exchange(one, { hub: team.for(ada), machine: "one" });
  expect([...team.confirmed.keys()].sort()).toEqual(["one", "two"]);
});

it("a file that still holds the text is named, and the hub is told when it has gone", async () => {
  const team = new LedgerHub();
  const { context: one, folder } = await onDisk(ada);
  await joinLog(one, undefined, sharing(ada));
  const options = { hub: team.for(ada), machine: "laptop" };
  await handleOf(one).record(outcome({ strategy: `Log in with ${secret} first` }));
  await exchange(one, options);
  const copy = join(folder, "copy.aside-1");
  writeFileSync(copy, secret);
  await team.ws.lessons.forget({ text: secret, reason: "a password" });
  const remains = [{ file: copy, next: "delete this file if you do not need it" }];
  expect(await exchange(one, options)).toMatchObject({ remains });
  expect(await exchange(one, options)).toMatchObject({ remains });
  expect(team.confirmed.size).toBe(0);
  (await import("node:fs")).rmSync(copy);
  expect(await exchange(one, options)).not.toHaveProperty("remains");
  expect(team.confirmed.size).toBe(1);
});

/** As the command line of a machine that has joined opens it. */
function linked({ context, folder }: Awaited<ReturnType<typeof onDisk>>) {
  const hub = {
    url: "https://hub.example:8443",
    project: "shop/web",
    key: "wk_secret",
    machine: "laptop",
    member: "ada",
    kind: "person",
    role: "admin",
    joinedAt: "2026-03-01T00:00:00.000Z",
  };
  const team = { root: folder, data: folder, log: "team-of-ada", former: [], hub };
  return handleOf({ ...context, team, actor: "ada", origin: "human" });
}

it("forgetting a text that has not come to this machine yet names the command for the hub, which may have it", async () => {
  const machine = await onDisk({ ...ada, role: "admin" });
  await joinLog(machine.context, undefined, sharing(ada));
  const { blankedEvents, remains } = await linked(machine).lessons.forget({
    text: secret,
    reason: "a password",
  });
  expect(blankedEvents).toBe(0);
  expect(remains).toEqual([
    {
      file: "the hub, perhaps",
      next: expect.stringContaining(`-d '{"text":"${secret}","reason":"a password"}'`),
    },
  ]);
});

it("forgetting a text of the team on a joined machine changes nothing there, and names the command for the hub", async () => {
  const team = new LedgerHub();
  const machine = await onDisk({ ...ada, role: "admin" });
  const { context } = machine;
  await joinLog(context, undefined, sharing(ada));
  const text = `ada's ${secret}`;
  await handleOf(context).record(outcome({ strategy: `Log in with ${text} first` }));
  await exchange(context, { hub: team.for(ada), machine: "laptop" });
  const ws = linked(machine);
  await expect(ws.lessons.forget({ text, reason: "a password" })).rejects.toMatchObject({
    code: "not_allowed",
    next:
      "a lead or an admin, or who brought it, runs: " +
      "curl -X POST https://hub.example:8443/v1/projects/shop%2Fweb/lessons/forget " +
      '-H "Authorization: Bearer $WHETSTONE_KEY" ' +
      `-d '{"text":"ada'\\''s ${secret}","reason":"a password"}'; every machine then follows`,
  });
  const { lessons } = await ws.lessons.list();
  expect(lessons).toMatchObject([{ text: `Log in with ${text} first` }]);
  expect(await context.ledger.verify()).toEqual([]);
});

it("forgotten texts are told by what stands here where the hub has marks", () => {
  const told = (from: object, to: object, isAboutLesson = false) =>
    textsForgotten([{ seq: 1, from: JSON.stringify(from), to: JSON.stringify(to), isAboutLesson }]);
  expect(told({ a: "say Abra now" }, { a: "say [forgotten] now" })).toEqual(["Abra"]);
  expect(
    told({ a: ["x", { b: "Abra and ABRA" }] }, { a: ["x", { b: "[forgotten] and [forgotten]" }] }),
  ).toEqual(["Abra", "ABRA"]);
  expect(told({ a: "Abracadabra" }, { a: "[forgotten]" })).toEqual(["Abracadabra"]);
  expect(
    told(
      { category: "rule", text: "Split the work" },
      { category: "[forgotten]", text: "[forgotten]" },
      true,
    ),
  ).toEqual(["Split the work"]);
  expect(told({ a: "one two" }, { a: "other [forgotten]" })).toEqual([]);
  expect(told({ a: "an x here" }, { a: "an [forgotten] here" })).toEqual([]);
  expect(told({ a: "[forgotten] of Abra" }, { a: "[forgotten] of [forgotten]" })).toEqual(["Abra"]);
});

it("a machine that crashes while it forgets never shows rows that its log does not make", async () => {
  const team = new LedgerHub();
  const faults = new Faults();
  const store = faultyStore(new MemoryStore(), faults);
  const hub = team.for(ada);
  const note = (context: Context) =>
    handleOf(context).errors.record({ taskId: "t", message: `${secret} was wrong` });
  await joinLog(machineOf(ada, store), undefined, sharing(ada));
  for (let calls = 1, isDone = false; !isDone; calls += 3) {
    // Some of it is on the hub, and some only here.
    await note(machineOf(ada, store));
    await exchange(machineOf(ada, store), { hub, machine: "laptop" });
    await note(machineOf(ada, store));
    await team.ws.lessons.forget({ text: secret, reason: "a password" });
    faults.failAfter(calls);
    isDone = await exchange(machineOf(ada, store), { hub, machine: "laptop" }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Crash) return false;
        throw error;
      },
    );
    faults.never();
    expect(await machineOf(ada, store).ledger.verify()).toEqual([]);
  }
});
