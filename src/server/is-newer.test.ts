import { expect, it } from "vitest";
import { isNewer } from "./is-newer.js";

it.each([
  ["0.1.1", "0.1.0", true],
  ["0.10.0", "0.9.9", true],
  ["1.0.0", "0.99.99", true],
  ["0.1.0", "0.1.0", false],
  ["0.1.0", "0.1.1", false],
  ["1.2.0", "1.2.0-rc.2", true],
  ["1.2.0-rc.10", "1.2.0-rc.9", true],
  ["1.2.0-rc.1", "1.2.0", false],
  ["unbuilt", "0.1.0", false],
  ["0.1.0", "unbuilt", false],
])("%s after %s: %s", (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});
