import { expect, it } from "vitest";
import { withNewest } from "./with-newest.js";

it("keeps the newest entries, oldest first, and leaves the list it was given alone", () => {
  const list = [1, 2, 3];
  expect(withNewest(list, 4, 5)).toEqual([1, 2, 3, 4]);
  expect(withNewest(list, 4, 4)).toEqual([1, 2, 3, 4]);
  expect(withNewest(list, 4, 3)).toEqual([2, 3, 4]);
  expect(withNewest(list, 4, 1)).toEqual([4]);
  expect(list).toEqual([1, 2, 3]);
});
