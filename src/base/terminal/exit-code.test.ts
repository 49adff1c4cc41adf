import { describe, expect, it } from "vitest";
import { errorCodes, WhetstoneError } from "../errors.js";
import { exitCodeOf } from "./exit-code.js";

describe("exitCodeOf", () => {
  it("exitCodeOf is 2 for what the caller can fix, and 3 for everything else", () => {
    const callers = errorCodes.filter((code) => exitCodeOf(new WhetstoneError(code, "")) === 2);
    expect(callers).toEqual([
      "invalid_input",
      "invalid_config",
      "invalid_usage",
      "not_found",
      "not_allowed",
      "too_large",
    ]);
    for (const code of errorCodes) expect([2, 3]).toContain(exitCodeOf(new WhetstoneError(code, "")));
    for (const other of [new Error("x"), "x", undefined]) expect(exitCodeOf(other)).toBe(3);
  });
});
