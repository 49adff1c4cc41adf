import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SoonAfter } from "./soon-after.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("does what was asked for once, however often, and again when asked again", async () => {
  let done = 0;
  const soon = new SoonAfter(async () => {
    done += 1;
  }, 5);
  soon.ask();
  soon.ask();
  expect(done).toBe(0);
  await vi.advanceTimersByTimeAsync(60);
  expect(done).toBe(1);
  soon.ask();
  await vi.advanceTimersByTimeAsync(60);
  expect(done).toBe(2);
});

it("does nothing once it is cancelled", async () => {
  let done = 0;
  const soon = new SoonAfter(async () => {
    done += 1;
  }, 5);
  soon.ask();
  soon.cancel();
  await vi.advanceTimersByTimeAsync(60);
  expect(done).toBe(0);
});
