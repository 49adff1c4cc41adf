import { setImmediate } from "node:timers/promises";
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
  it("lets hooks be answered before it is done, and leaves out what they add to the log", async () => {
    const { ws } = await aLog();
    const before = await ws.status();
    let isOver = false;
    const replayed = ws.replay({ set: ["evidence.share=0.9"] }).finally(() => {
      isOver = true;
    });
    let answered = 0;
    // A hook comes over the network, so in a turn of its own.
    for (; !isOver; answered += 1) {
      await setImmediate();
      await fail(ws, `meanwhile-${answered}`);
    }
    const { events } = await replayed;
    expect(answered).toBeGreaterThan(1);
    expect(events).toBeGreaterThanOrEqual(before.log.events);
    expect((await ws.status()).log.events).toBeGreaterThan(events);
  });

  it("gives the event loop a turn after every few events", async () => {
    const { ws } = await aLog();
    let [turns, isOver] = [0, false];
    const count = () => {
      turns += 1;
      if (!isOver) void setImmediate().then(count);
    };
    void setImmediate().then(count);
    const { events } = await ws.replay({ set: ["evidence.share=0.9"] });
    isOver = true;
    expect(events).toBeGreaterThan(300);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(events / 25));
  });
});
