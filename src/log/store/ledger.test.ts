import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDraft } from "../../../tests/support/arbitrary-events.js";
import { ledgerOver, movingClock } from "../../../tests/support/ledger.js";
import { recordedEvents, recordings } from "../../../tests/support/recordings.js";
import { sqliteIn } from "../../../tests/support/sqlite.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { defaults } from "../../base/config/settings.js";
import { projections } from "../../lessons/projections.js";
import type { EventType } from "../events/catalog.js";
import type { Projection } from "../projection.js";
import type { Ledger } from "./ledger.js";
import { allRows } from "./ledger-reader.js";
import type { Draft } from "./ledger-writer.js";
import { MemoryStore } from "./memory.js";
import type { WriteTransaction } from "./store.js";

async function appendAll(ledger: Ledger, drafts: readonly Draft<EventType>[]): Promise<void> {
  await ledger.write(async (writer) => {
    for (const draft of drafts) await writer.append(draft);
  });
}

const goldenFolder = join(import.meta.dirname, "../../lessons/golden");

/** The golden files of a recording: none for a view that it leaves empty. */
function goldenOf(recording: string): readonly string[] {
  return readdirSync(goldenFolder).filter((file) => file.startsWith(`${recording}.`));
}

/** Notes the view of every row that is put, and whether the store held that row as it is. */
class NotingStore extends MemoryStore {
  readonly puts: { readonly view: string; readonly unchanged: boolean }[] = [];

  override write<T>(project: string, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return super.write(project, async (tx) => {
      const put = tx.putRows.bind(tx);
      tx.putRows = async (changes) => {
        const before = await tx.getRows(changes);
        for (const [index, { view, row }] of changes.entries())
          this.puts.push({ view, unchanged: isDeepStrictEqual(before[index], row) });
        return put(changes);
      };
      return work(tx);
    });
  }
}

function storedRows(ledger: Ledger) {
  return ledger.store.read("test", async (tx) => {
    const views: Record<string, unknown> = {};
    for (const name of ledger.projectionNames) views[name] = await allRows(tx, name);
    return { views, marks: await tx.marks() };
  });
}

/** Every row of every view, in order, as a reader sees it. */
function everythingIn(ledger: Ledger) {
  return ledger.read(async (reader) => {
    const seen: Record<string, unknown> = {};
    for (const projection of projections) {
      const rows = await reader.rows(projection);
      const places = await reader.rowsFrom(projection, { list: "", limit: 10_000 });
      seen[projection.name] = { rows, places, count: await reader.countRows(projection) };
    }
    return seen;
  });
}

const batches = fc.array(fc.array(anyDraft, { minLength: 1, maxLength: 8 }), { maxLength: 8 });
const batchEvents = 3;

describe("read models", () => {
  it("read models are, row by row, what a rebuild makes of the log, whatever happened", async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (history) => {
        const ledger = ledgerOver({ batchEvents });
        for (const drafts of history) await appendAll(ledger, drafts);
        const live = await storedRows(ledger);
        expect(await ledger.verify()).toEqual([]);
        await ledger.rebuild();
        const rebuilt = await storedRows(ledger);
        if (history.length > 0) expect(rebuilt).toEqual(live);
      }),
      { numRuns: 150 },
    );
  });

  it("read models are the same rows in SQLite and in memory", async () => {
    const folder = tempFolder();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(batches, async (history) => {
        const clock = () => 1_800_000_000_000;
        let ids = 0;
        const newId = () => `id-${++ids}`;
        const memory = ledgerOver({ store: new MemoryStore(), batchEvents, clock, newId });
        for (const drafts of history) await appendAll(memory, drafts);
        ids = 0;
        const sqlite = ledgerOver({ store: sqliteIn(`${folder}/${++run}`), batchEvents, clock, newId });
        for (const drafts of history) await appendAll(sqlite, drafts);
        expect(await storedRows(sqlite)).toEqual(await storedRows(memory));
        await sqlite.rebuild();
        expect(await storedRows(sqlite)).toEqual(await storedRows(memory));
        expect(await sqlite.verify()).toEqual([]);
        await sqlite.store.close();
      }),
      { numRuns: 25 },
    );
  });

  it("read models are the same for every process, whichever of them wrote", async () => {
    const folder = tempFolder();
    let run = 0;
    const history = fc.array(
      fc.record({ drafts: fc.array(anyDraft, { minLength: 1, maxLength: 6 }), by: fc.nat(1) }),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(history, async (batches) => {
        const place = `${folder}/${++run}`;
        const open = () => ledgerOver({ store: sqliteIn(place), batchEvents });
        const [one, other] = [open(), open()];
        for (const { drafts, by } of batches) {
          await appendAll(by === 0 ? one : other, drafts);
          expect(await everythingIn(one)).toEqual(await everythingIn(other));
        }
        const started = open();
        const live = await everythingIn(started);
        for (const ledger of [one, other, started]) expect(await ledger.verify()).toEqual([]);
        await one.rebuild();
        for (const ledger of [one, other, started]) {
          expect(await everythingIn(ledger)).toEqual(live);
          await ledger.close();
        }
      }),
      { numRuns: 25 },
    );
  });

  it("read models stay right when many write and read at once through two handles", async () => {
    const folder = tempFolder();
    const [one, other] = [ledgerOver({ store: sqliteIn(folder) }), ledgerOver({ store: sqliteIn(folder) })];
    const drafts = fc.sample(anyDraft, { numRuns: 300, seed: 11 });
    const failing = (ledger: Ledger, draft: Draft<EventType>) =>
      ledger.write(async (writer) => {
        await writer.append(draft);
        throw new Error("undone");
      });
    await Promise.allSettled(
      drafts.flatMap((draft, index) => {
        const ledger = index % 3 === 0 ? other : one;
        return [
          appendAll(ledger, [draft]),
          ...(index % 5 === 0 ? [failing(ledger, draft), everythingIn(ledger)] : []),
        ];
      }),
    );
    for (const ledger of [one, other]) {
      expect(await ledger.read((reader) => reader.head())).toBe(300);
      expect(await ledger.verify()).toEqual([]);
      await ledger.close();
    }
  });

  it("the store's rows and marks stand at the head after every write", async () => {
    const store = sqliteIn(tempFolder());
    const ledger = ledgerOver({ store });
    for (const [index, draft] of fc.sample(anyDraft, { numRuns: 30, seed: 4 }).entries()) {
      await appendAll(ledger, [draft]);
      const marks = await store.read("test", (tx) => tx.marks());
      expect(new Set(Object.values(marks).map(({ position }) => position))).toEqual(new Set([index + 1]));
      expect(Object.keys(marks).sort()).toEqual([...ledger.projectionNames].sort());
    }
    expect(await ledger.verify()).toEqual([]);
    await ledger.close();
  });

  it("read models stay right when others write between the batches of a rebuild", async () => {
    const store = new MemoryStore();
    const ledger = ledgerOver({ store, batchEvents });
    const drafts = fc.sample(anyDraft, { numRuns: 20, seed: 7 });
    await appendAll(ledger, drafts);
    const late = fc.sample(anyDraft, { numRuns: 6, seed: 8 });
    const writes: Promise<void>[] = [];
    await ledger.rebuild(undefined, () => {
      const next = late.pop();
      if (next !== undefined) writes.push(appendAll(ledger, [next]));
    });
    await Promise.all(writes);
    expect(writes.length).toBe(6);
    expect(await ledger.verify()).toEqual([]);
  });

  it("read models stay right when two rebuilds run at once", async () => {
    const ledger = ledgerOver({ batchEvents });
    await appendAll(ledger, fc.sample(anyDraft, { numRuns: 30, seed: 9 }));
    await Promise.all([ledger.rebuild(), ledger.rebuild()]);
    expect(await ledger.verify()).toEqual([]);
  });

  it("a rebuild reports its progress", async () => {
    const ledger = ledgerOver({ batchEvents });
    await appendAll(ledger, fc.sample(anyDraft, { numRuns: 7, seed: 1 }));
    const seen: [number, number][] = [];
    expect(await ledger.rebuild(undefined, (done, total) => seen.push([done, total]))).toBe(7);
    expect(seen).toEqual([
      [3, 7],
      [6, 7],
      [7, 7],
    ]);
  });
});

describe("a change of a fold", () => {
  const counting = (version: number, step: number): Projection =>
    ({
      name: "counting",
      version,
      settings: (settings) => settings.criteria,
      on: {
        "lesson-exposed": {
          keys: () => ["all"],
          evolve: (row: { n: number } | undefined) => ({ n: (row?.n ?? 0) + step }),
        },
      },
    }) as Projection;
  const exposure = {
    type: "lesson-exposed",
    data: { lesson: "strategy-a", verb: "plan", moment: "plan", text: "x", probability: 1 },
    actor: "a",
    origin: "human",
  } as const;
  const count = (ledger: Ledger, projection: Projection) =>
    ledger.read((reader) => reader.row(projection, "all"));

  it("a change of version or settings rebuilds the rows before the next read or write", async () => {
    const store = new MemoryStore();
    const first = ledgerOver({ store, projections: [counting(1, 1)] });
    await appendAll(first, [exposure, exposure]);
    expect(await count(first, counting(1, 1))).toEqual({ n: 2 });

    const rebuilt: number[] = [];
    const second = ledgerOver({
      store,
      projections: [counting(2, 10)],
      onRebuild: (done) => rebuilt.push(done),
    });
    expect(await count(second, counting(2, 10))).toEqual({ n: 20 });
    await appendAll(second, [exposure]);
    expect(await count(second, counting(2, 10))).toEqual({ n: 30 });
    expect(rebuilt).toEqual([2]);

    const other = { ...defaults, criteria: { ...defaults.criteria, halfLifeDays: 5 } };
    const third = ledgerOver({ store, projections: [counting(2, 100)], config: other });
    await appendAll(third, [exposure]);
    expect(await count(third, counting(2, 100))).toEqual({ n: 400 });
  });

  it("a caller who will not fold a log of that length again fails until another caller has", async () => {
    const store = new MemoryStore();
    await appendAll(ledgerOver({ store, projections: [counting(1, 1)] }), [exposure, exposure, exposure]);
    const rebuilt: number[] = [];
    const changed = ledgerOver({
      store,
      projections: [counting(2, 10)],
      onRebuild: (done) => rebuilt.push(done),
    });
    const row = (foldAtMost: number) =>
      changed.read((reader) => reader.row(counting(2, 10), "all"), { foldAtMost });
    const refusal = {
      code: "busy",
      message: expect.stringContaining("3 events"),
      next: expect.stringContaining("whetstone rebuild"),
      values: { events: 3 },
    };
    await expect(row(2)).rejects.toMatchObject(refusal);
    await expect(changed.write((writer) => writer.append(exposure), { foldAtMost: 2 })).rejects.toMatchObject(
      refusal,
    );
    expect(rebuilt).toEqual([]);
    expect(await store.read("test", (tx) => tx.head())).toBe(3);
    expect(await row(3)).toEqual({ n: 30 });
    expect(rebuilt).toEqual([3]);
    // What is current is read however long the log is.
    expect(await row(0)).toEqual({ n: 30 });
    await changed.write((writer) => writer.append(exposure), { foldAtMost: 0 });
    expect(await row(0)).toEqual({ n: 40 });
  });

  it("a fold of a newer program makes an older one refuse instead of mixing rows", async () => {
    const store = new MemoryStore();
    await appendAll(ledgerOver({ store, projections: [counting(2, 1)] }), [exposure]);
    const older = ledgerOver({ store, projections: [counting(1, 1)] });
    await expect(count(older, counting(1, 1))).rejects.toMatchObject({ code: "newer_format" });
    await expect(appendAll(older, [exposure])).rejects.toMatchObject({ code: "newer_format" });
  });

  it("a new read model is folded, and so is one that an older program left behind", async () => {
    const store = new MemoryStore();
    const old = ledgerOver({ store, projections: [] });
    await appendAll(old, [exposure]);
    const current = ledgerOver({ store, projections: [counting(1, 1)] });
    expect(await count(current, counting(1, 1))).toEqual({ n: 1 });
    await appendAll(old, [exposure, exposure]);
    expect(await count(current, counting(1, 1))).toEqual({ n: 3 });
  });

  it("an event is folded once into each view, however far apart the views stand", async () => {
    const views = ["one", "two", "three"].map((name) => ({ ...counting(1, 1), name }));
    const [one, two, three] = views as [Projection, Projection, Projection];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 8 }), async (history) => {
        const store = new MemoryStore();
        const all = ledgerOver({ store, projections: views, batchEvents });
        await appendAll(all, [exposure]);
        // Programs that know fewer views leave the others behind, each at another place.
        const known = [[one], [one, two], [one, three]].map((projections) =>
          ledgerOver({ store, projections, batchEvents }),
        );
        for (const program of history) await appendAll(known[program - 1] ?? all, [exposure, exposure]);
        const events = 1 + 2 * history.length;
        for (const view of views) expect(await count(all, view)).toEqual({ n: events });
        expect(await all.verify()).toEqual([]);
        const positions = Object.values(await store.read("test", (tx) => tx.marks()));
        expect(positions.map(({ position }) => position)).toEqual([events, events, events]);
      }),
    );
  });

  it("a caller who will not fold that many missing events fails until another caller has", async () => {
    const store = new MemoryStore();
    const current = ledgerOver({ store, projections: [counting(1, 1)] });
    await appendAll(current, [exposure]);
    await appendAll(ledgerOver({ store, projections: [] }), [exposure, exposure]);
    const row = (foldAtMost: number) =>
      current.read((reader) => reader.row(counting(1, 1), "all"), { foldAtMost });
    await expect(row(1)).rejects.toMatchObject({ code: "busy", values: { events: 2 } });
    expect(await row(2)).toEqual({ n: 3 });
    expect(await row(0)).toEqual({ n: 3 });
  });

  it.each(recordings)(
    "a changed fold must raise its version: these are the rows that each version folds from %s",
    async (file) => {
      const ledger = ledgerOver();
      await ledger.write(async (writer) => {
        for (const event of recordedEvents(file, "test")) await writer.appendRecorded(event);
      });
      const { views } = await storedRows(ledger);
      const recording = file.replace(".jsonl", "");
      const golden = projections
        .map(({ name, version }) => ({ rows: views[name], file: `${recording}.${name}.v${version}.snap` }))
        .filter(({ rows }) => !isDeepStrictEqual(rows, []));
      for (const { rows, file } of golden)
        await expect(`${JSON.stringify(rows, null, 1)}\n`).toMatchFileSnapshot(join(goldenFolder, file));
      const folded = golden.map(({ file }) => file);
      expect(goldenOf(recording).filter((file) => !folded.includes(file))).toEqual([]);
    },
  );
});

describe("a ledger", () => {
  it("a ledger shows a transaction its own folds, rows and counts", async () => {
    const ledger = ledgerOver();
    const [strategies] = projections;
    const observed = {
      type: "strategy-observed",
      data: { lesson: "strategy-a", text: "A", success: false, outcome: "x" },
      actor: "a",
      origin: "human",
    } as const;
    await ledger.write(async (writer) => {
      await writer.append(observed);
      expect(await writer.row(strategies as Projection, "strategy-a")).toMatchObject({ failures: 1 });
      expect(await writer.rows(strategies as Projection)).toHaveLength(1);
      await writer.append(observed);
      expect(await writer.countRows(strategies as Projection)).toBe(1);
      expect(await writer.row(strategies as Projection, "strategy-a")).toMatchObject({ failures: 2 });
    });
  });

  it("a write whose fold fails leaves neither its event nor its rows", async () => {
    const store = new MemoryStore();
    const [strategies] = projections;
    let broken = false;
    const places = () => {
      if (broken) throw new RangeError("no place");
      return [];
    };
    const ledger = ledgerOver({ store, projections: [{ ...(strategies as Projection), places }] });
    const data = { lesson: "strategy-a", text: "A", success: true, outcome: "x" };
    const observed = { type: "strategy-observed", data, actor: "a", origin: "human" } as const;
    await appendAll(ledger, [observed]);
    const before = await storedRows(ledger);
    broken = true;
    await expect(appendAll(ledger, [observed])).rejects.toThrow("no place");
    expect(await storedRows(ledger)).toEqual(before);
    expect(await store.read("test", (tx) => tx.head())).toBe(1);
  });

  it("a write puts no row that the store already holds as it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyDraft, { maxLength: 30 }), async (drafts) => {
        const store = new NotingStore();
        const ledger = ledgerOver({ store });
        for (const draft of drafts) await appendAll(ledger, [draft]);
        expect(store.puts.filter(({ unchanged }) => unchanged)).toEqual([]);
      }),
    );
  });

  it("a strategy in regular use is rarely moved in its sorted lists", async () => {
    const store = new NotingStore();
    const clock = movingClock();
    const ledger = ledgerOver({ store, clock: clock.read });
    const data = { lesson: "strategy-a", text: "A", success: true, outcome: "x" };
    const use = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        clock.advance(3_600_000);
        await appendAll(ledger, [{ type: "strategy-observed", data, actor: "a", origin: "human" }]);
      }
    };
    await use(50);
    store.puts.length = 0;
    await use(50);
    const moves = store.puts.filter(({ view }) => view === "strategies#").length;
    // It leaves a place and enters another in each of two lists, once in thirty days of 90 · log2(100/50) = 90.
    expect(moves).toBeLessThanOrEqual(16);
    expect(moves).toBeGreaterThan(0);
  });

  it("verify finds a row that does not say what the log says", async () => {
    const store = new MemoryStore();
    const ledger = ledgerOver({ store });
    await appendAll(ledger, fc.sample(anyDraft, { numRuns: 20, seed: 3 }));
    await store.write("test", (tx) =>
      tx.putRows([{ view: "strategies", key: "strategy-a", row: { successes: 1_000 } }]),
    );
    expect(await ledger.verify()).toEqual(["row 'strategy-a' of 'strategies' is not what the log says"]);
    await ledger.rebuild();
    expect(await ledger.verify()).toEqual([]);
  });
});
