import { describe, expect, it } from "vitest";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";

const failed = outcome({ result: "failure", adaptersUsed: ["github"] });

describe("a failure without a type", () => {
  it("a recorded failure gets its type from its details", async () => {
    const ws = await openInTemp();
    await ws.record({ ...failed, failureDetails: "POST /pulls: 429 Too Many Requests" });
    await ws.complete({
      task: "bd-1",
      success: false,
      durationMs: 1_000,
      adaptersUsed: ["github"],
      failureDetails: "fatal: Authentication failed",
    });
    const { failurePatterns } = await ws.report();
    expect(failurePatterns.map(({ id }) => id)).toEqual(["github::auth", "github::rate_limit"]);
  });

  it("a type that the caller names is kept, and details that name none leave it unknown", async () => {
    const ws = await openInTemp();
    await ws.record({ ...failed, failureType: "flaky", failureDetails: "401 bad credentials" });
    await ws.record({ ...failed, failureDetails: "it broke" });
    const { failurePatterns } = await ws.report();
    expect(failurePatterns.map(({ id }) => id)).toEqual(["github::flaky", "github::unknown"]);
  });
});
