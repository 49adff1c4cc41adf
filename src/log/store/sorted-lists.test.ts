import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { sqliteIn } from "../../../tests/support/sqlite.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { defaults } from "../../base/config/settings.js";
import type { Projection } from "../projection.js";
import type { Ledger } from "./ledger.js";
import { allRows, type LedgerReader } from "./ledger-reader.js";
import { MemoryStore } from "./memory.js";
import { listsOf, placeKey } from "./sorted-lists.js";
import type { Store } from "./store.js";

interface Ranked {
  readonly name: string;
  readonly places: readonly string[];
  readonly changes: number;
}

/**
 * Rows that say themselves where they stand: the text of an exposure names the places, split by commas. "-"
 * removes the row.
 */
const ranked: Projection<Ranked, string> = {
  name: "ranked",
  version: 1,
  settings: ({ criteria }) => (criteria.halfLifeDays === 5 ? "other/" : ""),
  places: ({ places }, prefix) => places.map((place) => `${prefix}${place}`),
  on: {
    "lesson-exposed": {
      keys: ({ data }) => [data.lesson],
      evolve: (row, { data: { text } }, _settings, name) =>
        text === "-" ? undefined : { name, places: text.split(","), changes: (row?.changes ?? 0) + 1 },
    },
  },
};

type Step = readonly [name: string, places: string];

const batchEvents = 3;
const lists = listsOf("ranked");

function ledgerOn(store: Store): Ledger {
  return ledgerOver({ store, batchEvents, projections: [ranked as unknown as Projection] });
}

async function place(ledger: Ledger, ...steps: readonly Step[]): Promise<void> {
  await ledger.write(async (writer) => {
    for (const [lesson, text] of steps) {
      const data = { lesson, verb: "plan", moment: "plan", text, probability: 1 } as const;
      await writer.append({ type: "lesson-exposed", data, actor: "a", origin: "human" });
    }
  });
}

async function namesIn(reader: LedgerReader, list: string, page: { after?: string; limit?: number } = {}) {
  return (await reader.rowsFrom(ranked, { list, limit: 100, ...page })).map(({ row }) => row.name);
}

const names = (ledger: Ledger, list: string) => ledger.read((reader) => namesIn(reader, list));
const heldIn = (store: Store, view: string) => store.read("test", (tx) => allRows(tx, view));
const keysHeld = async (store: Store) => (await heldIn(store, lists)).map(({ key }) => key);
/** Every place there is, as a reader sees it. */
const keysOf = (ledger: Ledger) =>
  ledger.read(async (reader) =>
    (await reader.rowsFrom(ranked, { list: "", limit: 1_000 })).map(({ place }) => place),
  );

async function keysByPage(ledger: Ledger, limit: number): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let page: readonly string[] = [""]; page.length > 0; keys.push(...page)) {
    const after = keys.at(-1);
    const placed = await ledger.read((reader) => reader.rowsFrom(ranked, { list: "", after, limit }));
    page = placed.map(({ place }) => place);
  }
  return keys;
}

function openSqlite(): Store {
  const store = sqliteIn(tempFolder());
  onTestFinished(() => store.close());
  return store;
}

const stores: readonly (readonly [string, () => Store])[] = [
  ["memory", () => new MemoryStore()],
  ["SQLite", openSqlite],
];

describe.each(stores)("sorted lists in %s", (_kind, open) => {
  it("sorted lists hold rows in the order of their places' bytes, and of their keys where two stand at one place", async () => {
    const ledger = ledgerOn(open());
    await place(
      ledger,
      ["b", "best/2"],
      ["c", "best/10"],
      ["e", "best/2"],
      ["a", "best/2"],
      ["d", "best/\ud83d\ude80"],
    );
    await place(ledger, ["f", "best/\uffee"], ["g", "best/"]);
    expect(await names(ledger, "best/")).toEqual(["g", "c", "a", "b", "e", "f", "d"]);
  });

  it("sorted lists end where the next list begins, however alike its name is", async () => {
    const ledger = ledgerOn(open());
    await place(
      ledger,
      ["a", "best/1,shared/9"],
      ["b", "besT/1"],
      ["c", "best0/1"],
      ["d", "best/9,shared/1"],
      ["e", "bes"],
    );
    expect(await names(ledger, "best/")).toEqual(["a", "d"]);
    expect(await names(ledger, "shared/")).toEqual(["d", "a"]);
    expect(await names(ledger, "none/")).toEqual([]);
  });

  it("sorted lists come page by page, from the place after the last one", async () => {
    const ledger = ledgerOn(open());
    const all = Array.from(
      { length: 25 },
      (_, n): Step => [`row-${n}`, `best/${String(n).padStart(2, "0")},next/${n}`],
    );
    await place(ledger, ...all);
    const seen: string[] = [];
    await ledger.read(async (reader) => {
      for (let after: string | undefined; ; ) {
        const page = await reader.rowsFrom(ranked, { list: "best/", after, limit: 7 });
        seen.push(...page.map(({ row }) => row.name));
        after = page.at(-1)?.place;
        if (page.length < 7) break;
      }
    });
    expect(seen).toEqual(all.map(([name]) => name));
  });

  it("sorted lists follow a row that moves, within the transaction that moves it and after it", async () => {
    const store = open();
    const ledger = ledgerOn(store);
    await place(ledger, ["a", "best/1,shared/1"], ["b", "best/2"]);
    await ledger.write(async (writer) => {
      const data = {
        lesson: "a",
        verb: "plan",
        moment: "plan",
        text: "best/3,ready/1",
        probability: 1,
      } as const;
      await writer.append({ type: "lesson-exposed", data, actor: "a", origin: "human" });
      expect(await namesIn(writer, "best/")).toEqual(["b", "a"]);
      expect(await namesIn(writer, "shared/")).toEqual([]);
      expect(await namesIn(writer, "ready/")).toEqual(["a"]);
    });
    expect(await keysOf(ledger)).toEqual([
      placeKey("best/2", "b"),
      placeKey("best/3", "a"),
      placeKey("ready/1", "a"),
    ]);
    const [first] = await ledger.read((reader) => reader.rowsFrom(ranked, { list: "ready/", limit: 1 }));
    expect(first).toEqual({
      place: placeKey("ready/1", "a"),
      row: { name: "a", places: ["best/3", "ready/1"], changes: 2 },
    });
  });

  it("sorted lists follow a row that moves again after it was read", async () => {
    const store = open();
    const ledger = ledgerOn(store);
    await ledger.write(async (writer) => {
      for (const text of ["best/1", "best/2", "-", "best/3"]) {
        const data = { lesson: "a", verb: "plan", moment: "plan", text, probability: 1 } as const;
        await writer.append({ type: "lesson-exposed", data, actor: "a", origin: "human" });
        const found = await writer.rowsFrom(ranked, { list: "best/", limit: 9 });
        expect(found.map((each) => each.place)).toEqual(text === "-" ? [] : [placeKey(text, "a")]);
      }
    });
    expect(await keysOf(ledger)).toEqual([placeKey("best/3", "a")]);
  });

  it("sorted lists lose a row that goes, and take it back when it returns", async () => {
    const store = open();
    const ledger = ledgerOn(store);
    await place(ledger, ["a", "best/1,shared/1"], ["b", "best/2"]);
    await place(ledger, ["a", "-"]);
    expect(await keysOf(ledger)).toEqual([placeKey("best/2", "b")]);
    await place(
      ledger,
      ["a", "best/3"],
      ["a", "-"],
      ["a", "best/4"],
      ["b", "-"],
      ["c", "best/5"],
      ["c", "-"],
    );
    expect(await keysOf(ledger)).toEqual([placeKey("best/4", "a")]);
    expect(await ledger.verify()).toEqual([]);
  });

  it("sorted lists undo a move when the transaction fails", async () => {
    const store = open();
    const ledger = ledgerOn(store);
    await place(ledger, ["a", "best/1"]);
    const failing = ledger.write(async (writer) => {
      const data = { lesson: "a", verb: "plan", moment: "plan", text: "best/9", probability: 1 } as const;
      await writer.append({ type: "lesson-exposed", data, actor: "a", origin: "human" });
      expect(await namesIn(writer, "best/")).toEqual(["a"]);
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    expect(await keysOf(ledger)).toEqual([placeKey("best/1", "a")]);
    await place(ledger, ["a", "best/2"]);
    expect(await keysOf(ledger)).toEqual([placeKey("best/2", "a")]);
  });

  it("sorted lists stay right when two ledgers write in turns", async () => {
    const store = open();
    const [one, two] = [ledgerOn(store), ledgerOn(store)];
    await place(one, ["a", "best/1"]);
    await place(two, ["a", "best/2"]);
    await place(one, ["a", "best/3"]);
    await place(one, ["b", "best/1"]);
    await place(two, ["b", "-"], ["a", "best/4"]);
    for (const ledger of [one, two, ledgerOn(store)])
      expect(await keysOf(ledger)).toEqual([placeKey("best/4", "a")]);
  });

  it("sorted lists come out of a rebuild as they went in", async () => {
    const store = open();
    const ledger = ledgerOn(store);
    await place(
      ledger,
      ["a", "best/1"],
      ["b", "best/2"],
      ["c", "best/3,shared/3"],
      ["a", "best/9"],
      ["b", "-"],
    );
    await place(ledger, ["d", "best/5"], ["a", "best/8"]);
    const live = await keysOf(ledger);
    await ledger.rebuild();
    expect(await keysHeld(store)).toEqual(live);
    expect(await ledger.verify()).toEqual([]);
  });

  it("sorted lists stay whole through one rebuild after the other, with moves and a broken rebuild in between", async () => {
    const store = open();
    const ledger = ledgerOn(store);
    await place(ledger, ["a", "best/1"], ["b", "best/2"], ["c", "best/3,shared/3"], ["b", "-"]);
    for (const order of ["4", "5", "6"]) {
      await ledger.rebuild();
      await place(ledger, ["a", `best/${order}`]);
      const broken = ledger.rebuild(undefined, () => {
        throw new Error("killed");
      });
      await expect(broken).rejects.toThrow("killed");
      expect(await keysOf(ledger)).toEqual(
        [placeKey("best/3", "c"), placeKey(`best/${order}`, "a"), placeKey("shared/3", "c")].toSorted(),
      );
      expect(await ledger.verify()).toEqual([]);
      expect((await store.inspect()).problems).toEqual([]);
    }
  });

  it("sorted lists are gone with the version of a projection that keeps none", async () => {
    const store = open();
    const ledger = ledgerOn(store);
    await place(ledger, ["a", "best/1"], ["b", "best/2"]);
    await ledger.rebuild();
    const { places: _none, ...rest } = ranked;
    const plain = ledgerOver({
      store,
      batchEvents,
      projections: [{ ...rest, version: 2 } as unknown as Projection],
    });
    await plain.read(async () => undefined);
    expect(await keysHeld(store)).toEqual([]);
    expect(await heldIn(store, listsOf("ranked~"))).toEqual([]);
    expect((await heldIn(store, "ranked")).map(({ key }) => key)).toEqual(["a", "b"]);
  });

  it("sorted lists are untouched by a rebuild that breaks off, which does not hinder the next", async () => {
    const store = open();
    const ledger = ledgerOn(store);
    await place(
      ledger,
      ["a", "best/1"],
      ["b", "best/2"],
      ["c", "best/3"],
      ["a", "best/4"],
      ["b", "-"],
      ["c", "shared/1"],
    );
    const live = await heldIn(store, lists);
    const broken = ledger.rebuild(undefined, () => {
      throw new Error("killed");
    });
    await expect(broken).rejects.toThrow("killed");
    const shadow = listsOf("ranked~");
    expect((await heldIn(store, shadow)).map(({ key }) => key)).toEqual(
      [
        ["1", "a"],
        ["2", "b"],
        ["3", "c"],
      ].map(([order, key]) => placeKey(`best/${order}`, key ?? "")),
    );
    expect(await heldIn(store, lists)).toEqual(live);
    expect(await names(ledger, "best/")).toEqual(["a"]);
    // The shadows are of the past by now, and the next rebuild folds so much at once that it never stands
    // where they do.
    await place(ledger, ["b", "best/0"]);
    await ledgerOver({ store, projections: [ranked as unknown as Projection] }).rebuild();
    expect(await keysOf(ledger)).toEqual([
      placeKey("best/0", "b"),
      placeKey("best/4", "a"),
      placeKey("shared/1", "c"),
    ]);
    expect(await heldIn(store, shadow)).toEqual([]);
    expect(await ledger.verify()).toEqual([]);
  });

  it("sorted lists are sorted again by themselves when a setting moves the places", async () => {
    const store = open();
    await place(ledgerOn(store), ["a", "best/1"], ["b", "best/2"]);
    const config = { ...defaults, criteria: { ...defaults.criteria, halfLifeDays: 5 } };
    const ledger = ledgerOver({ store, batchEvents, config, projections: [ranked as unknown as Projection] });
    expect(await names(ledger, "best/")).toEqual([]);
    expect(await names(ledger, "other/best/")).toEqual(["a", "b"]);
    expect(await keysOf(ledger)).toEqual([placeKey("other/best/1", "a"), placeKey("other/best/2", "b")]);
  });

  it.each([
    ["an extra place", { put: placeKey("best/0", "a") }, [placeKey("best/0", "a")]],
    ["a missing place", { remove: placeKey("best/1", "a") }, [placeKey("best/1", "a")]],
    [
      "a wrong place",
      { put: placeKey("best/7", "a"), remove: placeKey("best/1", "a") },
      [placeKey("best/7", "a"), placeKey("best/1", "a")],
    ],
    ["a place of a row that is not there", { put: placeKey("best/1", "z") }, [placeKey("best/1", "z")]],
  ] as const)(
    "verify finds %s in a sorted list, and a rebuild puts it right",
    async (_what, planted, found) => {
      const store = open();
      const ledger = ledgerOn(store);
      await place(ledger, ["a", "best/1"], ["b", "best/2"]);
      const live = await heldIn(store, lists);
      await store.write("test", async (tx) => {
        if ("put" in planted) await tx.putRows([{ view: lists, key: planted.put, row: {} }]);
        if ("remove" in planted) await tx.putRows([{ view: lists, key: planted.remove, row: undefined }]);
      });
      expect(await ledger.verify()).toEqual(
        found.map((key) => `the place '${key}' in the lists of 'ranked' is not what the log says`),
      );
      await ledger.rebuild();
      expect(await ledger.verify()).toEqual([]);
      expect(await heldIn(store, lists)).toEqual(live);
    },
  );

  it("sorted lists pass over a place whose row is gone", async () => {
    const store = open();
    const ledger = ledgerOn(store);
    await place(ledger, ["a", "best/1"], ["b", "best/3"]);
    await store.write("test", (tx) =>
      tx.putRows([{ view: lists, key: placeKey("best/2", "missing"), row: {} }]),
    );
    expect(await names(ledger, "best/")).toEqual(["a", "b"]);
  });

  it("sorted lists are emptied and filled again when a text is forgotten", async () => {
    const store = open();
    const ledger = ledgerOn(store);
    await place(ledger, ["a", "best/1,shared/1"], ["b", "best/2"], ["b", "best/3"]);
    await store.write("test", (tx) =>
      tx.putRows([{ view: lists, key: placeKey("best/0", "left behind"), row: {} }]),
    );
    await ledger.write(async (writer) => {
      await writer.blank(
        1,
        JSON.stringify({ lesson: "a", verb: "plan", moment: "plan", text: "blank/1", probability: 1 }),
      );
      await writer.foldAgain(2);
      expect(await namesIn(writer, "best/")).toEqual(["b"]);
    });
    expect(await keysOf(ledger)).toEqual([placeKey("best/3", "b"), placeKey("blank/1", "a")]);
    await place(ledger, ["a", "best/4"]);
    expect(await keysOf(ledger)).toEqual([placeKey("best/3", "b"), placeKey("best/4", "a")]);
    expect(await ledger.verify()).toEqual([]);
  });
});

/** What the lists must hold after all steps, by sorting everything. */
function expectedAfter(steps: readonly Step[]): string[] {
  const rows = new Map<string, string>();
  for (const [name, places] of steps) places === "-" ? rows.delete(name) : rows.set(name, places);
  const keys = [...rows].flatMap(([name, places]) =>
    [...new Set(places.split(","))].map((each) => placeKey(each, name)),
  );
  return keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

const anyPlaces = fc.oneof(
  fc.constant("-"),
  fc
    .array(
      fc.tuple(fc.constantFrom("best/", "shared/", "é/"), fc.string({ unit: "grapheme", maxLength: 3 })),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((parts) => parts.map(([list, order]) => `${list}${order.replaceAll(",", "x")}`).join(",")),
);
const steps = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d"), anyPlaces), {
  minLength: 1,
  maxLength: 6,
});
const history = fc.array(steps, { minLength: 1, maxLength: 6 });

describe("sorted lists after any history", () => {
  it("sorted lists hold every row at its places and nothing else, live and rebuilt", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (batches) => {
        const store = new MemoryStore();
        const ledger = ledgerOn(store);
        for (const steps of batches) await place(ledger, ...steps);
        const expected = expectedAfter(batches.flat());
        for (const each of [ledger, ledgerOn(store)]) {
          expect(await keysOf(each)).toEqual(expected);
          for (const limit of [1, 2, 3]) expect(await keysByPage(each, limit)).toEqual(expected);
          for (const list of ["best/", "shared/", "é/"])
            expect(await each.read((reader) => reader.countPlaces(ranked, { list }))).toBe(
              expected.filter((key) => key.startsWith(list) && key !== list).length,
            );
          expect(await each.verify()).toEqual([]);
        }
        expect(await keysHeld(store)).toEqual(expected);
        await ledger.rebuild();
        expect(await keysHeld(store)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it("sorted lists are the same in SQLite and in memory", async () => {
    const folder = tempFolder();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(history, async (batches) => {
        const [memory, sqlite] = [new MemoryStore(), sqliteIn(`${folder}/${++run}`)];
        for (const store of [memory, sqlite])
          for (const steps of batches) await place(ledgerOn(store), ...steps);
        expect(await heldIn(sqlite, lists)).toEqual(await heldIn(memory, lists));
        for (const list of ["best/", "shared/", "é/"])
          expect(await names(ledgerOn(sqlite), list)).toEqual(await names(ledgerOn(memory), list));
        await sqlite.close();
      }),
      { numRuns: 12 },
    );
  });
});
