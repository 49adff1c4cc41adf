import { describe, expect, it } from "vitest";
import { styleFor } from "./style.js";

describe("styleFor", () => {
  const terminal = { write: () => true, isTTY: true };
  const pipe = { write: () => true };

  it.each([
    ["a terminal", terminal, {}, false, true],
    ["a pipe", pipe, {}, false, false],
    ["NO_COLOR", terminal, { NO_COLOR: "1" }, false, false],
    ["an empty NO_COLOR", terminal, { NO_COLOR: "" }, false, true],
    ["a dumb terminal", terminal, { TERM: "dumb" }, false, false],
    ["FORCE_COLOR in a pipe", pipe, { FORCE_COLOR: "1" }, false, true],
    ["FORCE_COLOR against NO_COLOR", pipe, { FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
    ["FORCE_COLOR=0", terminal, { FORCE_COLOR: "0" }, false, false],
    ["--no-color against FORCE_COLOR", terminal, { FORCE_COLOR: "1" }, true, false],
  ])("styleFor colours the output or not with %s", (_name, output, env, noColor, coloured) => {
    const { columns: _, ...paints } = styleFor(output, env, noColor);
    const painted = Object.values(paints).map((paint) => paint("x"));
    expect(painted.every((text) => text.includes("\u001b["))).toBe(coloured);
    expect(painted.every((text) => text === "x")).toBe(!coloured);
  });
});
