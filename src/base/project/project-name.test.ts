import { expect, it } from "vitest";
import { projectName } from "./project-name.js";

it.each([
  ["config", "/home/me/shop-2", "shop"],
  ["git", "/home/me/checkout", "checkout"],
  ["path", "C:\\work\\checkout\\", "checkout"],
  ["path", "/", "/"],
] as const)("a project named by its %s at %s is called %s", (from, root, name) => {
  expect(projectName({ key: "shop", from }, root)).toBe(name);
});
