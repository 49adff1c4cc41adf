import { describe, expect, it } from "vitest";
import { checkMatchers } from "./check-matchers.js";

const { glob, regex } = checkMatchers();

describe("the matchers of checks", () => {
  it("count how often a regex is found, with its flags", () => {
    expect(regex("^co-authored", "im")?.("x\nCo-Authored-By\nCO-AUTHORED")).toBe(2);
    expect(regex("^co-authored", "")?.("x\nCo-Authored-By")).toBe(0);
    expect(regex("a.b", "s")?.("a\nb")).toBe(1);
    expect(regex("x*", "")?.("")).toBe(1);
  });

  it("have no answer for a regex that cannot be read or that is too large", () => {
    expect(regex("(", "")).toBeUndefined();
    expect(regex("a(?=b)", "")).toBeUndefined();
    expect(regex("(?:[a-z]{900}){9}", "")).toBeUndefined();
  });

  it("match a glob, and nothing by one that cannot be read", () => {
    expect(glob("src/**/*.ts", "src/a/b.ts")).toBe(true);
    expect(glob("src/[", "src/[")).toBe(false);
  });
});
