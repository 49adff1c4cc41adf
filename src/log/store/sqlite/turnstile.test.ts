import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tempFolder } from "../../../../tests/support/temp-folder.js";
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
  const seen = { writes: 0, looks: 0 };
  const lastWrite = () => {
    seen.looks += 1;
    return seen.writes;
  };
  const [writer, waiter] = [turnstileAt(mark, lastWrite), turnstileAt(mark, lastWrite)];
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
      if (free.forWaiter) seen.writes += 1;
      return free.forWaiter;
    });
  return { writer, tries, free, seen, enter, wait };
}

/** As many turns as a writer takes before it stands aside, if the time has come by then. */
const turnsOfSpell = 4;

describe("turns at the write lock", () => {
  it("a writer takes the lock again at once while no other process waits", () => {
    const { writer, tries, enter } = twoAtOneStore();
    for (let turn = 1; turn <= 5; turn += 1) {
      expect(enter()).toBeUndefined();
      writer.left();
      expect(tries.writer).toBe(turn);
    }
  });

  it("a writer goes on for some turns while a process waits, then stands aside until that one has written", async () => {
    const { writer, tries, free, enter, wait } = twoAtOneStore();
    expect(enter()).toBeUndefined();
    const waiting = wait();
    expect(tries.waiter).toBe(1);
    for (let turn = 1; turn <= turnsOfSpell; turn += 1) {
      writer.left();
      expect(enter()).toBeUndefined();
    }
    writer.left();
    vi.advanceTimersByTime(15);
    const aside = enter();
    expect(aside).toBeInstanceOf(Promise);
    expect(tries.writer).toBe(1 + turnsOfSpell);
    free.forWaiter = true;
    await Promise.all([waiting, aside]);
    expect(tries.writer).toBe(2 + turnsOfSpell);
  });

  it("a writer whose turns are slow has some of them before it stands aside", () => {
    const { writer, enter, wait } = twoAtOneStore();
    expect(enter()).toBeUndefined();
    void wait()?.catch(() => undefined);
    for (let turn = 1; turn <= turnsOfSpell; turn += 1) {
      writer.left();
      expect(enter()).toBeUndefined();
      vi.advanceTimersByTime(15);
    }
    writer.left();
    void wait()?.catch(() => undefined);
    expect(enter()).toBeInstanceOf(Promise);
  });

  it("a process that waits does not ask for the lock while the writer has its turns", async () => {
    const { writer, tries, free, seen, enter, wait } = twoAtOneStore();
    expect(enter()).toBeUndefined();
    const waiting = wait();
    writer.left();
    expect(enter()).toBeUndefined();
    const { looks } = seen;
    free.forWaiter = true;
    // By the clock of the system: it must not move the clock of the spell.
    while (seen.looks < looks + 3) await sleep(1);
    expect(tries.waiter).toBe(1);
    vi.advanceTimersByTime(15);
    await waiting;
    expect(tries.waiter).toBe(2);
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
