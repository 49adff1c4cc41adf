import { expect, it } from "vitest";
import { RateLimit } from "./rate-limit.js";

it("a caller has its burst, and after that as many calls as the time allows", () => {
  const limit = new RateLimit({ burst: 3, perSecond: 2, callers: 10 });
  expect([1, 2, 3].map(() => limit.take("ada", 0))).toEqual([0, 0, 0]);
  expect(limit.take("ada", 0)).toBe(1);
  expect(limit.take("bob", 0)).toBe(0);
  expect(limit.take("ada", 500)).toBe(0);
  expect(limit.take("ada", 500)).toBe(1);
  expect([1, 2, 3, 4].map(() => limit.take("ada", 60_000))).toEqual([0, 0, 0, 1]);
});

it("no more callers are kept than it is told to", () => {
  const limit = new RateLimit({ burst: 1, perSecond: 1, callers: 2 });
  expect(limit.take("ada", 0)).toBe(0);
  expect(limit.take("ada", 0)).toBe(1);
  limit.take("bob", 0);
  limit.take("cleo", 0);
  expect(limit.take("ada", 0)).toBe(0);
});
