import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDraft } from "../../../tests/support/arbitrary-events.js";
import { ledgerOver, startOfTest } from "../../../tests/support/ledger.js";
import { defaults } from "../../base/config/settings.js";
import { projections } from "../../lessons/projections.js";
import { runs } from "../../runs/fold/runs.js";
import { foldOf, type Projection } from "../projection.js";
import type { LedgerWriter } from "./ledger-writer.js";
import { noStore, ScratchWriter } from "./scratch.js";

function scratchOf(some: readonly Projection[] = projections): ScratchWriter {
  let ids = 0;
  const newId = () => `id-${++ids}`;
  const folds = some.map((projection) => foldOf(projection, defaults));
  return new ScratchWriter({ project: "test", config: defaults, clock: () => startOfTest, newId, folds });
}

/** A writer over a store, with the same ids and clock. */
function stored<T>(some: readonly Projection[], work: (writer: LedgerWriter) => Promise<T>): Promise<T> {
  let ids = 0;
  const newId = () => `id-${++ids}`;
  return ledgerOver({ projections: some, clock: () => startOfTest, newId }).write(work);
}

/** Everything that can be read of a view: its rows, its places, a page of each, and how many there are. */
async function readOf(writer: LedgerWriter, view: Projection, after: string) {
  const rows = await writer.rows(view);
  const places = view.places === undefined ? [] : await writer.rowsFrom(view, { list: "", limit: 1_000 });
  return {
    rows,
    places,
    beginning: await writer.rowsBeginning(view, after, 3),
    later: await writer.rowsFrom(view, { list: after.slice(0, 2), after, limit: 2 }),
    count: await writer.countRows(view),
    placesBetween: await writer.countPlaces(view, { list: after, after, before: `${after}~` }),
  };
}

describe("a writer whose work is thrown away", () => {
  it("a scratch writer reads, after any events, what a writer over a store reads: rows, lists, counts and events", async () => {
    const history = fc.array(fc.array(anyDraft, { minLength: 1, maxLength: 8 }), { maxLength: 4 });
    const after = fc.constantFrom("a", "failure-", "ä", "𐀀", "c");
    await fc.assert(
      fc.asyncProperty(history, after, async (batches, from) => {
        const scratch = scratchOf();
        await stored(projections, async (slow) => {
          for (const drafts of batches) {
            for (const { key: _, ...draft } of drafts)
              expect(await scratch.append(draft)).toEqual(await slow.append(draft));
            for (const view of projections)
              expect(await readOf(scratch, view, from)).toEqual(await readOf(slow, view, from));
          }
          const all = await slow.eventsAfter(0, 100);
          expect(await scratch.eventsAfter(0, 100)).toEqual(all);
          expect(await scratch.eventsAfter(2, 1)).toEqual(all.slice(2, 3));
          for (const { id } of all) expect(await scratch.eventById(id)).toEqual(await slow.eventById(id));
          expect(await scratch.head()).toBe(all.length);
        });
      }),
      { numRuns: 60 },
    );
  });

  it("a scratch writer finds an event by its key, and rows by their keys where there are any", async () => {
    const scratch = scratchOf();
    const data = { lesson: "failure-1", verb: "plan", moment: "plan", text: "t", probability: 1 } as const;
    const about = { actor: "a", origin: "human", run: "r-1", key: "k-1" };
    const event = await scratch.append({ type: "lesson-exposed", data, ...about });
    expect(await scratch.eventByKey("k-1")).toBe(event);
    expect(await scratch.eventByKey("k-2")).toBeUndefined();
    expect(await scratch.rowsAt(runs, ["r-1", "r-2"])).toMatchObject([{ run: "r-1" }]);
  });

  it("a scratch writer sorts many new keys at once as it does one by one", async () => {
    const keys = Array.from(
      { length: 500 },
      (_, at) => `failure-${String((at * 7919) % 500).padStart(3, "0")}`,
    );
    const kept: Projection<{ readonly lesson: string }, null> = {
      name: "kept",
      version: 1,
      settings: () => null,
      places: ({ lesson }) => [lesson],
      on: { "lesson-exposed": { keys: ({ data }) => [data.lesson], evolve: (_row, { data }) => data } },
    };
    const scratch = scratchOf([kept as unknown as Projection]);
    const show = (lesson: string) =>
      scratch.append({
        type: "lesson-exposed",
        data: { lesson, verb: "plan", moment: "plan", text: "t", probability: 1 },
        actor: "a",
        origin: "human",
      });
    const listed = async () =>
      (await scratch.rowsFrom(kept, { list: "", limit: 1_000 })).map(({ row }) => row.lesson);
    for (const key of keys.slice(0, 300)) await show(key);
    expect(await listed()).toEqual(keys.slice(0, 300).toSorted());
    for (const key of keys.slice(300, 310)) await show(key);
    expect(await listed()).toEqual(keys.slice(0, 310).toSorted());
  });

  it("a scratch writer refuses to read a view that it does not fold", async () => {
    const scratch = scratchOf(projections.filter(({ name }) => name !== runs.name));
    await expect(scratch.row(runs, "r-1")).rejects.toThrow("the view 'runs' is read here and not folded");
    await expect(scratch.rows(runs)).rejects.toThrow("not folded");
    await expect(scratch.rowsFrom(runs, { list: "a", limit: 1 })).rejects.toThrow("not folded");
  });

  it("a scratch writer has no store that anything could be written to", async () => {
    await expect(noStore.write("p", async () => undefined)).rejects.toThrow("has no store");
  });
});
