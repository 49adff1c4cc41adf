import { describe, expect, it } from "vitest";
import { movingClock } from "../../../../tests/support/ledger.js";
import { openInTemp } from "../../../../tests/support/whetstone.js";
import { dayMs } from "../../../log/events/time.js";

const minuteMs = 60_000;

async function start() {
  const clock = movingClock();
  return { clock, ws: await openInTemp({ clock: clock.read }) };
}

const similar = async ({ ws }: Awaited<ReturnType<typeof start>>, task: string) =>
  (await ws.plan({ task })).prompt.split("## Similar Past Tasks\n\n")[1]?.split("\n\n")[0]?.trim();

describe("a completion of a task that no plan named", () => {
  it("takes its start, its words and its strategies from the plan without an id", async () => {
    const its = await start();
    await its.ws.plan({ task: "Add OAuth, split by feature" });
    its.clock.advance(12 * minuteMs);
    const summary = "OAuth implemented with Google provider";
    const done = await its.ws.complete({ taskId: "bd-1.1", success: true, summary });
    expect(done).toMatchObject({ durationMs: 12 * minuteMs, memory_stored: 2 });
    expect(done.strategies).toHaveLength(1);
    expect(await similar(its, "OAuth with Google")).toBe(
      '- bd-1.1 "Add OAuth, split by feature" succeeded 1/1 times by: Split by feature',
    );
  });

  it("shares the plan with the other tasks of its epic, and with no other", async () => {
    const { ws } = await start();
    await ws.plan({ task: "Add OAuth" });
    await ws.complete({ taskId: "bd-1.1", success: true });
    await ws.complete({ taskId: "bd-1.2", success: true });
    await expect(ws.complete({ taskId: "bd-2.1", success: true })).rejects.toMatchObject({
      field: "startedAt",
    });
  });

  it("is joined to the caller's own plan, else to the one that its summary is about, else to the newest", async () => {
    const its = await start();
    const { ws } = its;
    await ws.plan({ task: "Add OAuth", actor: "worker-1" });
    await ws.plan({ task: "Rename the parser" });
    await ws.plan({ task: "Encrypt the backups" });
    await ws.plan({ task: "Draw the charts" });
    const complete = (task: string, summary: string, actor: string) =>
      ws.complete({ taskId: task, success: true, summary, actor });
    await complete("bd-1", "The parser has its new name", "worker-2");
    await complete("bd-2", "Done with the backups", "worker-1");
    await complete("bd-3", "Done", "worker-3");
    expect(await similar(its, "Rename the parser")).toContain('bd-1 "Rename the parser"');
    expect(await similar(its, "Add OAuth")).toContain('bd-2 "Add OAuth"');
    expect(await similar(its, "Draw the charts")).toContain('bd-3 "Draw the charts"');
  });

  it("is not joined to a plan of the day before yesterday", async () => {
    const { ws, clock } = await start();
    await ws.plan({ task: "Add OAuth" });
    clock.advance(2 * dayMs);
    await expect(ws.complete({ taskId: "bd-1", success: true })).rejects.toMatchObject({
      field: "startedAt",
    });
  });

  it("is known by its summary where there is no plan at all", async () => {
    const its = await start();
    const summary = "Moved the session tokens to Redis";
    expect(
      await its.ws.complete({ taskId: "bd-1", success: false, durationMs: 1_000, summary }),
    ).toMatchObject({ memory_stored: 1 });
    expect(await similar(its, "Move the session tokens to Postgres")).toBe(
      `- bd-1 "${summary}" succeeded 0/1 times`,
    );
  });

  it("begins anew with a newer plan, and counts its retries since", async () => {
    const { ws, clock } = await start();
    for (const minutes of [3, 7]) {
      clock.advance(minuteMs);
      await ws.plan({ task: "Add OAuth" });
      clock.advance(minutes * minuteMs);
      const done = await ws.complete({ taskId: "bd-1", success: true });
      expect(done).toMatchObject({ durationMs: minutes * minuteMs, retryCount: 0 });
    }
    expect(await ws.complete({ taskId: "bd-1", success: true })).toMatchObject({ retryCount: 1 });
  });
});
