import * as fc from "fast-check";
import { expect } from "vitest";
import { WhetstoneError } from "../../src/base/errors.js";
import { exchange, sharedProjectOf } from "../../src/hub/exchange/exchange.js";
import { joinLog } from "../../src/hub/exchange/join-log.js";
import type { Caller } from "../../src/hub/rights/roles.js";
import { directiveId } from "../../src/lessons/directive/rules/directive-id.js";
import { projections } from "../../src/lessons/projections.js";
import { definitionOf, type EventType } from "../../src/log/events/catalog.js";
import type { RecordedEvent } from "../../src/log/events/envelope.js";
import type { Ledger } from "../../src/log/store/ledger.js";
import { allRows } from "../../src/log/store/ledger-reader.js";
import type { Draft } from "../../src/log/store/ledger-writer.js";
import { MemoryStore } from "../../src/log/store/memory.js";
import { listsOf } from "../../src/log/store/sorted-lists.js";
import type { Store } from "../../src/log/store/store.js";
import type { Context } from "../../src/verbs/call/context.js";
import { anyDraft, sentences } from "./arbitrary-events.js";
import { Crash, Faults, FaultyWay, faultyStore, noAnswer } from "./faults.js";
import { ledgerOver } from "./ledger.js";
import { LedgerHub, machineOf } from "./team.js";

/** A text that people want forgotten, which is in some of the events. */
const secret = "hunter2-prod";

const draft: fc.Arbitrary<Draft<EventType>> = fc.oneof(
  { weight: 8, arbitrary: anyDraft },
  {
    weight: 2,
    arbitrary: fc.constantFrom("login with HUNTER2-prod failed", `${secret} is wrong`).map((message) => ({
      type: "error-recorded" as const,
      data: { errorType: "unknown" as const, message },
      actor: "coder",
      origin: "agent:coder",
      task: "login",
    })),
  },
);

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("record"),
      drafts: fc.array(draft, { minLength: 1, maxLength: 6 }),
      fault: fc.option(fc.nat(60)),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("exchange") }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("crash"), fault: fc.nat(400) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("lose"), fault: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("both", "deaf") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("again"), index: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rebuild") }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("forget"),
      lesson: fc.option(fc.constantFrom("strategy-a", "insight-b", directiveId(sentences[2]))),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("check") }) },
) as fc.Arbitrary<Act>;

type Act =
  | { readonly do: "record"; readonly drafts: readonly Draft<EventType>[]; readonly fault: number | null }
  | { readonly do: "exchange" | "both" | "deaf" | "rebuild" | "check" }
  | { readonly do: "crash" | "lose"; readonly fault: number }
  | { readonly do: "again"; readonly index: number }
  | { readonly do: "forget"; readonly lesson: string | null };

const callers: readonly Omit<Caller, "member">[] = [
  { kind: "person", role: "lead" },
  { kind: "person", role: "developer" },
  { kind: "agent", role: "agent" },
];

/** A machine with everything that was acknowledged on it, in order. */
class Machine {
  readonly caller: Caller;
  readonly faults = new Faults();
  readonly way: FaultyWay;
  readonly #base: Store;
  readonly #store: Store;
  readonly #team: LedgerHub;
  context: Context;
  acknowledged: string[] = [];
  /** What only the owner of a log decides: it leaves the tail with the next exchange, and is not for the hub. */
  readonly #owners = new Set<string>();

  constructor(team: LedgerHub, n: number, base: Store) {
    this.#base = base;
    this.caller = { member: `m${n}`, ...callers[n % callers.length] } as Caller;
    this.#team = team;
    this.way = new FaultyWay(team.for(this.caller), this.faults);
    this.#store = faultyStore(this.#base, this.faults);
    this.context = machineOf(this.caller, this.#store);
  }

  join() {
    return joinLog(this.context, undefined, { caller: this.caller, share: "lessons", home: "/home/x" });
  }

  /** All or nothing of it is there after a crash, and what was acknowledged is there. */
  async record(drafts: readonly Draft<EventType>[], fault: number | null): Promise<void> {
    const ids: string[] = [];
    if (fault !== null) this.faults.failAfter(fault);
    const isDone = await this.#orCrash(() =>
      this.context.ledger.write(async (writer) => {
        for (const each of drafts) {
          const { id } = await writer.append(each);
          ids.push(id);
          if (definitionOf(each.type).decidedBy === "owner") this.#owners.add(id);
        }
      }),
    );
    const there = new Set((await this.log()).map(({ id }) => id));
    const found = ids.filter((id) => there.has(id));
    if (isDone) expect(found).toHaveLength(drafts.length);
    else expect([0, drafts.length]).toContain(found.length);
    this.acknowledged.push(...found);
  }

  isOwners(id: string): boolean {
    return this.#owners.has(id);
  }

  async exchange(fault?: number, error?: () => Error): Promise<void> {
    if (fault !== undefined) this.faults.failAfter(fault, error);
    await this.#orCrash(() => this.#exchangeIn(this.context));
  }

  /** What comes from the hub arrives, and nothing gets there. */
  async hearOnly(): Promise<void> {
    this.way.isDeaf = true;
    await this.#orCrash(() => this.#exchangeIn(this.context));
    this.way.isDeaf = false;
  }

  async exchangeTwiceAtOnce(): Promise<void> {
    const other = machineOf(this.caller, this.#store);
    await Promise.all([this.context, other].map((context) => this.#exchangeIn(context)));
  }

  #exchangeIn(context: Context) {
    return exchange(context, { hub: this.way, machine: this.caller.member });
  }

  async #orCrash(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const isExpected =
        error instanceof Crash || (error instanceof WhetstoneError && error.code === "unreachable");
      if (!isExpected) throw error;
      if (error instanceof Crash) this.context = machineOf(this.caller, this.#store);
      return false;
    } finally {
      this.faults.never();
    }
  }

  log(): Promise<readonly RecordedEvent[]> {
    return this.context.ledger.read((reader) => reader.recordedAfter(0, 100_000));
  }

  async refused(): Promise<ReadonlySet<string>> {
    const refusals = (await sharedProjectOf(this.context)?.refusals()) ?? [];
    return new Set(refusals.map(({ id }) => id));
  }

  /** What is read is the hub's log and then the own tail, and the rows are those of a fresh fold of it. */
  async check(): Promise<void> {
    const log = await this.log();
    const { position = 0, tail } = (await sharedProjectOf(this.context)?.standing()) ?? {};
    const hub = await hubLog(this.#team);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_event, index) => index + 1));
    expect(log.slice(0, position).map(({ id }) => id)).toEqual(hub.slice(0, position).map(({ id }) => id));
    const numbered = new Set(log.slice(0, position).map(({ id }) => id));
    const refused = await this.refused();
    const here = new Set(log.map(({ id }) => id));
    const own = this.acknowledged
      .filter((id) => !numbered.has(id) && !refused.has(id))
      .filter((id) => here.has(id) || !this.isOwners(id));
    expect(log.slice(position).map(({ id }) => id)).toEqual(own);
    expect(tail).toBe(own.length);
    expect(await this.context.ledger.verify()).toEqual([]);
    expect(await readAll(this.context.ledger)).toEqual(await readAll(await freshFold(log)));
  }

  /** The rows as they lie in the store. */
  bytes(): Promise<string> {
    return bytesIn(this.#base, this.context.ledger.project);
  }
}

async function hubLog(team: LedgerHub): Promise<readonly RecordedEvent[]> {
  return team.context.ledger.read((reader) => reader.recordedAfter(0, 100_000));
}

/** The slow way: every event appended to an empty log, one after the other. */
async function freshFold(log: readonly RecordedEvent[]): Promise<Ledger> {
  const ledger = ledgerOver();
  await ledger.write(async (writer) => {
    for (const event of log) await writer.appendRecorded({ ...event, project: "test" });
  });
  return ledger;
}

/** Every row of every view in pages of three, and how many there are. */
function readAll(ledger: Ledger) {
  return ledger.store.read(ledger.project, async (tx) => {
    const seen: Record<string, unknown> = {};
    for (const { name } of projections)
      for (const view of [name, listsOf(name)]) {
        const rows = [];
        for (let page = await tx.listRows(view, { limit: 3 }); page.length > 0; ) {
          rows.push(...page);
          page = await tx.listRows(view, { limit: 3, after: page.at(-1)?.key ?? "" });
        }
        const [first, last] = [rows.at(0)?.key ?? "", rows.at(-1)?.key ?? ""];
        const between = await tx.countRows(view, { after: first, before: last });
        const got = await tx.getRows(rows.map(({ key }) => ({ view, key })));
        expect(got).toEqual(rows.map(({ row }) => row));
        seen[view] = { rows, count: await tx.countRows(view), between };
      }
    return seen;
  });
}

function bytesIn(store: Store, project: string): Promise<string> {
  return store.read(project, async (tx) => {
    const views = projections.flatMap(({ name }) => [name, listsOf(name)]);
    const rows = [];
    for (const view of views) rows.push([view, await allRows(tx, view)]);
    return JSON.stringify([rows, await tx.marks(), await tx.head()]);
  });
}

/** Machines that do all this, over stores of this kind, end with the hub's log and its rows. */
export async function play(
  acts: readonly (readonly [number, Act])[],
  count: number,
  newStore: () => Store = () => new MemoryStore(),
): Promise<void> {
  const team = new LedgerHub();
  const machines = Array.from({ length: count }, (_, n) => new Machine(team, n, newStore()));
  for (const machine of machines) await machine.join();
  for (const [n, each] of acts) {
    const machine = machines[n % count];
    if (machine !== undefined) await perform(team, machine, each);
  }
  for (let round = 0; round < 2; round += 1) for (const machine of machines) await machine.exchange();
  await allAgree(team, machines);
}

async function perform(team: LedgerHub, machine: Machine, each: Act): Promise<void> {
  if (each.do === "record") await machine.record(each.drafts, each.fault);
  else if (each.do === "exchange") await machine.exchange();
  else if (each.do === "crash") await machine.exchange(each.fault);
  else if (each.do === "lose") await machine.exchange(each.fault, noAnswer);
  else if (each.do === "both") await machine.exchangeTwiceAtOnce();
  else if (each.do === "deaf") await machine.hearOnly();
  else if (each.do === "again") await machine.way.deliverAgain(each.index);
  else if (each.do === "rebuild") await machine.context.ledger.rebuild();
  else if (each.do === "forget") await forget(team, each.lesson);
  if (each.do !== "forget" && each.do !== "record") await machine.check();
}

async function forget(team: LedgerHub, lesson: string | null): Promise<void> {
  const what = lesson === null ? { text: secret } : { lesson };
  try {
    await team.ws.lessons.forget({ ...what, reason: "nobody should read it" });
  } catch (error) {
    // The hub may know no such lesson yet.
    if (!(error instanceof WhetstoneError && error.code === "not_found")) throw error;
  }
}

async function allAgree(team: LedgerHub, machines: readonly Machine[]): Promise<void> {
  const log = await hubLog(team);
  const ids = new Set(log.map(({ id }) => id));
  expect(ids.size).toBe(log.length);
  const hub = team.context.ledger;
  const truth = await bytesIn(hub.store, hub.project);
  expect(await bytesIn((await freshFold(log)).store, "test")).toBe(truth);
  const tombstones = log.filter(({ type }) => type.endsWith("-forgotten"));
  for (const machine of machines) {
    const { member } = machine.caller;
    const own = (await machine.log()).map((event) => ({ ...event, project: "the-team" }));
    expect(own, member).toEqual(log);
    expect(await machine.bytes(), member).toBe(truth);
    const refused = await machine.refused();
    const lost = machine.acknowledged.filter(
      (id) => !ids.has(id) && !refused.has(id) && !machine.isOwners(id),
    );
    expect(lost, member).toEqual([]);
    expect(team.confirmed.get(member) ?? 0, member).toBe(tombstones.at(-1)?.seq ?? 0);
  }
}

/** What some machines do, each act with the number of its machine. */
export const history = (most: number, size: number) =>
  fc.array(fc.tuple(fc.nat(size - 1), act), { minLength: Math.floor(most / 2), maxLength: most });
