import { describe, expect, it } from "vitest";
import { movingClock } from "../../../tests/support/ledger.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import type { ErrorEntry } from "../../runs/errors/error-context.js";
import { errorStats } from "../../runs/errors/error-context.js";
import { ErrorAccumulator } from "./error-accumulator.js";
import { type ErrorStorage, errorStorage } from "./error-storage.js";

const typeError = ["bd-1", "validation", "Type error in src/auth.ts"] as const;
const known = { stack_trace: "at login", tool_name: "typecheck", context: "After adding OAuth types" };

describe("ErrorAccumulator over a project", () => {
  it("recordError answers with what the log holds, with the log's id and time", async () => {
    const clock = movingClock();
    const ws = await openInTemp({ clock: clock.read });
    const errors = new ErrorAccumulator(ws);
    clock.advance(90_000);
    const entry = await errors.recordError(...typeError, known);
    expect(entry).toEqual({
      id: expect.any(String),
      bead_id: "bd-1",
      error_type: "validation",
      message: "Type error in src/auth.ts",
      timestamp: "2026-03-01T00:01:30.000Z",
      resolved: false,
      ...known,
    });
    expect(await errorStorage(ws).getByBead("bd-1")).toEqual([entry]);
  });

  it("a resolved error leaves the context unless asked for, and stays in the total", async () => {
    const ws = await openInTemp();
    const errors = new ErrorAccumulator(ws);
    const first = await errors.recordError(...typeError);
    await errors.recordError("bd-1", "timeout", "No answer in 30 s");
    await errors.resolveError(first.id);
    expect(await errors.getErrorContext("bd-1")).not.toContain("Type error");
    expect(await errors.getErrorContext("bd-1", true)).toContain("### validation (1 error)");
    const stats = { total: 2, unresolved: 1, by_type: { validation: 1, timeout: 1 } };
    expect(await errors.getErrorStats("bd-1")).toEqual(stats);
    expect(await errors.getErrorStats("bd-2")).toEqual({ total: 0, unresolved: 0, by_type: {} });
    expect(await errors.getErrorContext("bd-2")).toBe("");
  });

  it("close closes what the accumulator opened, and leaves alone what was open", async () => {
    const ws = await openInTemp();
    const guest = new ErrorAccumulator(ws);
    await guest.recordError(...typeError);
    await guest.close();
    expect((await ws.errors.stats({ taskId: "bd-1" })).total).toBe(1);
    const owner = new ErrorAccumulator({ root: ws.folder, env: { HOME: ws.folder } });
    expect((await owner.getErrorStats("bd-1")).total).toBe(1);
    await owner.close();
    await expect(owner.getErrorStats("bd-1")).rejects.toMatchObject({ code: "closed" });
  });

  it("an accumulator opens nothing before its first call", async () => {
    const nowhere = new ErrorAccumulator({ root: `${tempFolder()}/missing`, set: ["no.such=setting"] });
    await nowhere.close();
    await expect(nowhere.getErrorStats("bd-1")).rejects.toMatchObject({ name: "WhetstoneError" });
  });

  it("an unknown type is refused by name, and an unknown id too", async () => {
    const errors = new ErrorAccumulator(await openInTemp());
    await expect(errors.recordError("bd-1", "oops" as never, "x")).rejects.toMatchObject({
      field: "errorType",
    });
    await expect(errors.resolveError("none")).rejects.toMatchObject({ code: "not_found" });
  });
});

/** The slow, obvious storage. */
function memoryStorage(): ErrorStorage {
  const entries = new Map<string, ErrorEntry>();
  const ofBead = async (bead: string) => [...entries.values()].filter((each) => each.bead_id === bead);
  return {
    store: async (entry) => void entries.set(entry.id, entry),
    getByBead: ofBead,
    getUnresolvedByBead: async (bead) => (await ofBead(bead)).filter((each) => !each.resolved),
    markResolved: async (id) => {
      const entry = entries.get(id);
      if (entry !== undefined) entries.set(id, { ...entry, resolved: true });
    },
    getAll: async () => [...entries.values()],
  };
}

describe("ErrorAccumulator over a storage", () => {
  it("an accumulator does the same over the caller's own storage", async () => {
    const errors = new ErrorAccumulator(memoryStorage());
    const { id } = await errors.recordError(...typeError, known);
    await errors.recordError("bd-1", "timeout", "No answer in 30 s");
    await errors.resolveError(id);
    expect(await errors.getErrorContext("bd-1")).not.toContain("Type error");
    expect(await errors.getErrorContext("bd-1", true)).toContain("Context: After adding OAuth types");
    const stats = { total: 2, unresolved: 1, by_type: { validation: 1, timeout: 1 } };
    expect(await errors.getErrorStats("bd-1")).toEqual(stats);
    await errors.close();
  });

  it("an accumulator does the same over the log as a storage", async () => {
    const ws = await openInTemp({ clock: Date.now });
    const errors = new ErrorAccumulator(errorStorage(ws));
    const { id } = await errors.recordError(...typeError, known);
    await errors.resolveError(id);
    expect(await ws.errors.stats({ taskId: "bd-1" })).toEqual({
      total: 1,
      unresolved: 0,
      by_type: { validation: 1 },
    });
    expect(errorStats(await errorStorage(ws).getAll())).toEqual(await errors.getErrorStats("bd-1"));
  });
});
