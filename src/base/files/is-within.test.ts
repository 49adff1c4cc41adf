import { join, resolve, sep } from "node:path";
import { expect, it } from "vitest";
import { isWithin } from "./is-within.js";

it("a path is within a folder if it is the folder or lies below it, by the separator of the system", () => {
  const folder = resolve("work");
  expect(isWithin(folder, folder)).toBe(true);
  expect(isWithin(folder + sep, join(folder, "src"))).toBe(true);
  expect(isWithin(resolve(sep), folder)).toBe(true);
  expect(isWithin(folder, join(folder, "..file"))).toBe(true);
  expect(isWithin(folder, `${folder}shop`)).toBe(false);
  expect(isWithin(folder, resolve("."))).toBe(false);
  expect(isWithin(join(folder, "src"), join(folder, "docs"))).toBe(false);
});
