import { describe, expect, it } from "vitest";
import { openInTemp } from "../../../tests/support/whetstone.js";
import type { ErrorEntry } from "../../runs/errors/error-context.js";
import { errorStats } from "../../runs/errors/error-context.js";
import { errorStorage } from "./error-storage.js";

const entry = (id: string, changes: Partial<ErrorEntry> = {}): ErrorEntry => ({
  id,
  bead_id: "bd-1",
  error_type: "conflict",
  message: `${id} happened`,
  timestamp: "2026-02-01T10:30:00.000Z",
  resolved: false,
  ...changes,
});

describe("errorStorage", () => {
  it("store keeps every field, and the time in UTC", async () => {
    const storage = errorStorage(await openInTemp());
    await storage.store(
      entry("a", { stack_trace: "s", tool_name: "git", timestamp: "2026-02-01T12:30:00+02:00" }),
    );
    expect(await storage.getAll()).toEqual([
      { ...entry("a"), id: expect.any(String), stack_trace: "s", tool_name: "git" },
    ]);
  });

  it("markResolved takes the caller's id and the log's", async () => {
    const storage = errorStorage(await openInTemp());
    for (const id of ["a", "b", "c"]) await storage.store(entry(id));
    await storage.store(entry("d", { bead_id: "bd-2", resolved: true }));
    await storage.markResolved("a");
    const second = (await storage.getByBead("bd-1"))[1];
    await storage.markResolved(second?.id ?? "");
    expect((await storage.getUnresolvedByBead("bd-1")).map(({ message }) => message)).toEqual(["c happened"]);
    expect(await storage.getUnresolvedByBead("bd-2")).toEqual([]);
    expect(await storage.getAll()).toHaveLength(4);
  });

  it("an entry is stored once, whether it came from the caller or from the log", async () => {
    const ws = await openInTemp();
    const storage = errorStorage(ws);
    await storage.store(entry("a"));
    await storage.store(entry("a", { resolved: true }));
    for (const known of await storage.getAll()) await errorStorage(ws).store(known);
    expect(await ws.errors.stats({ taskId: "bd-1" })).toEqual({
      total: 1,
      unresolved: 0,
      by_type: { conflict: 1 },
    });
  });

  it("getByBead answers with all errors of a task, however many, as the view counts them", async () => {
    const ws = await openInTemp({ set: ["store.kind=memory"] });
    for (let n = 0; n < 230; n += 1)
      await ws.errors.record({ taskId: "bd-1", message: `timed out after ${n} s` });
    const all = await errorStorage(ws).getByBead("bd-1");
    expect(all).toHaveLength(230);
    expect(errorStats(all)).toEqual(await ws.errors.stats({ taskId: "bd-1" }));
  });

  it("store refuses an invalid time", async () => {
    const storage = errorStorage(await openInTemp());
    await expect(storage.store(entry("a", { timestamp: "soon" }))).rejects.toMatchObject({
      field: "timestamp",
    });
  });
});
