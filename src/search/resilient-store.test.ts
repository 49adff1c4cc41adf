import { describe, expect, it } from "vitest";
import { WhetstoneError } from "../base/errors.js";
import { MemoryIndex } from "./memory-index.js";
import { ResilientStore } from "./resilient-store.js";
import { SearchNotes } from "./search-notes.js";
import { contractModel, someVector } from "./vector-index.contract.js";
import type { VectorRow } from "./vector-index.js";

const project = "one";

/** An index in memory whose writes fail on demand. */
class UnreliableIndex extends MemoryIndex {
  failure: WhetstoneError | undefined;

  override async upsert(owner: string, rows: readonly VectorRow[]): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    return super.upsert(owner, rows);
  }
}

function row(id: string): VectorRow {
  return { id, kind: "strategy", vector: someVector(id.length) };
}

async function follow() {
  const index = new UnreliableIndex(contractModel);
  const notes = new SearchNotes();
  const store = new ResilientStore(index, notes);
  await store.position(project);
  await store.upsert(project, [row("a")]);
  await store.advance(project, 10);
  return { index, notes, store };
}

describe("ResilientStore", () => {
  it("a successful write advances the position", async () => {
    const { store } = await follow();
    expect(await store.position(project)).toBe(10);
  });

  it("a failed write keeps the position back until it is repeated", async () => {
    const { index, notes, store } = await follow();
    index.failure = new WhetstoneError("busy", "another process writes", { next: "call again" });
    await store.upsert(project, [row("bb")]);
    index.failure = undefined;
    await store.advance(project, 11);
    expect(notes.list).toEqual(["another process writes; call again"]);
    expect(await store.position(project)).toBe(10);
    await store.upsert(project, [row("bb")]);
    await store.advance(project, 11);
    expect(await store.position(project)).toBe(11);
    expect(notes.list).toEqual([]);
  });

  it("an index that lost its rows in between does not advance", async () => {
    const { index, store } = await follow();
    await index.clear(project);
    await store.upsert(project, [row("bb")]);
    await store.advance(project, 11);
    expect(await store.position(project)).toBe(0);
  });

  it("an index that cannot be written is abandoned", async () => {
    const { index, notes, store } = await follow();
    index.failure = new WhetstoneError("not_writable", "read-only");
    await store.upsert(project, [row("bb")]);
    expect(store.index).toBeUndefined();
    expect(await store.position(project)).toBeUndefined();
    expect(notes.list).toEqual(["read-only"]);
  });

  it("an unexpected error is thrown unchanged", async () => {
    const { store } = await follow();
    await expect(store.upsert(project, [{ ...row("a"), vector: new Float32Array(3) }])).rejects.toThrow(
      RangeError,
    );
  });
});
