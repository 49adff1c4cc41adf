import { expect, it } from "vitest";
import { loadConfig } from "../../base/config/load.js";
import { limitsFor } from "./limits.js";

it("limitsFor gives hooks 250 ms for a brief and 2 s for a capture", () => {
  expect(limitsFor(loadConfig(), true)).toEqual({ briefMs: 250, captureMs: 2_000, starvedMs: 0 });
});

it("limitsFor gives a program of its own 2 s for a brief, and a capture the time of a record", () => {
  expect(limitsFor(loadConfig(), false)).toEqual({
    briefMs: 2_000,
    captureMs: 60_000,
    starvedMs: 8_000,
  });
});

it("limitsFor keeps to what a person set, for hooks and programs alike", () => {
  const set = ["insights.briefLimitMs=100", "insights.captureLimitMs=900"];
  for (const answersHooks of [true, false])
    expect(limitsFor(loadConfig({ set }), answersHooks)).toEqual({
      briefMs: 100,
      captureMs: 900,
      starvedMs: 0,
    });
});
