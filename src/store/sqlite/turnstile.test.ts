import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { Turnstile } from "./turnstile.js";

// The clocks stand still unless a test moves them, so that no mark grows old on a busy machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "hrtime"], now: Date.parse("2026-03-01") }));
afterEach(() => void vi.useRealTimers());

function turnstileAt(mark: string, lastWrite: () => unknown = () => 0): Turnstile {
  return new Turnstile(mark, 60_000, lastWrite);
}

/** Two processes at one store: one has just written, the other finds the lock taken. */
function twoAtOneStore() {
  const mark = join(tempFolder(), "turn");
  const [writer, waiter] = [turnstileAt(mark), turnstileAt(mark)];
  const tries = { writer: 0, waiter: 0 };
  const free = { forWaiter: false };
  const enter = () =>
    writer.enter(() => {
      tries.writer += 1;
      return true;
    });
  const wait = () =>
    waiter.enter(() => {
      tries.waiter += 1;
      return free.forWaiter;
    });
  return { writer, tries, free, enter, wait };
}

describe("turns at the write lock", () => {
  it("a writer takes the lock again at once while no other process waits", () => {
    const { writer, tries, enter } = twoAtOneStore();
    for (let turn = 1; turn <= 5; turn += 1) {
      expect(enter()).toBeUndefined();
      writer.left();
      expect(tries.writer).toBe(turn);
    }
  });

  it("a writer that has just written stands aside for a process that waits", async () => {
    const { writer, tries, free, enter, wait } = twoAtOneStore();
    expect(enter()).toBeUndefined();
    const waiting = wait();
    expect(tries.waiter).toBe(1);
    writer.left();
    const aside = enter();
    expect(aside).toBeInstanceOf(Promise);
    expect(tries.writer).toBe(1);
    free.forWaiter = true;
    await Promise.all([waiting, aside]);
    expect(tries.writer).toBe(2);
  });

  it("the mark of a process that no longer waits holds up no writer", async () => {
    const { writer, free, enter, wait } = twoAtOneStore();
    expect(enter()).toBeUndefined();
    const waiting = wait();
    free.forWaiter = true;
    await waiting;
    vi.advanceTimersByTime(1_000);
    writer.left();
    expect(enter()).toBeUndefined();
  });

  it("a process that has given up on its call waits for its turn no longer", async () => {
    const waiter = turnstileAt(join(tempFolder(), "turn"));
    const asked: boolean[] = [];
    const isOver = () => asked.push(true) > 1;
    await expect(waiter.enter(() => false, { isOver })).rejects.toMatchObject({ code: "busy" });
    expect(asked).toHaveLength(2);
  });

  it("a process that waits is told of every turn that another process had meanwhile", async () => {
    const writes = [1, 1, 1, 2, 2, 3];
    const waiter = turnstileAt(join(tempFolder(), "turn"), () => writes.shift());
    const turns: number[] = [];
    const onOthersTurn = (waitedMs: number) => turns.push(waitedMs);
    await waiter.enter(() => writes.length === 0, { onOthersTurn });
    expect(turns).toEqual([0, 0]);
  });
});
