import { describe, expect, it } from "vitest";
import { begin, end, fail, openTrial } from "../../tests/support/trials.js";

/** Some hundred events: sessions in which a failure comes back. */
async function aLog() {
  const opened = await openTrial(["evidence.share=0.5"]);
  for (let at = 0; at < 60; at += 1) {
    await begin(opened.ws, `session-${at}`);
    await fail(opened.ws, `session-${at}`);
    await end(opened.ws, `session-${at}`);
    opened.clock.advance(3_600_000);
  }
  return opened;
}

describe("a replay in the process that answers hooks", () => {
  it("lets a hook be answered before it is done, and looks only at the log as it was", async () => {
    const { ws } = await aLog();
    const before = await ws.status();
    const answered: string[] = [];
    const replayed = ws.replay({ set: ["evidence.share=0.9"] }).then((result) => {
      answered.push("replay");
      return result;
    });
    const hook = new Promise<void>((resolve, reject) => {
      setImmediate(() => {
        fail(ws, "meanwhile").then(() => {
          answered.push("hook");
          resolve();
        }, reject);
      });
    });
    const [{ events }] = await Promise.all([replayed, hook]);
    expect(answered).toEqual(["hook", "replay"]);
    expect(events).toBe(before.log.events);
    expect((await ws.status()).log.events).toBeGreaterThan(events);
  });

  it("gives the event loop a turn after every few events", async () => {
    const { ws } = await aLog();
    let [turns, isOver] = [0, false];
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const { events } = await ws.replay({ set: ["evidence.share=0.9"] });
    isOver = true;
    expect(events).toBeGreaterThan(300);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(events / 25));
  });
});
