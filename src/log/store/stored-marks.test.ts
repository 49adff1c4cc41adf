import { expect, it } from "vitest";
import { slotOf, storedMarks, swappedSlots, textOfMarks, viewIn } from "./stored-marks.js";

const marks = {
  current: { fingerprint: "2 abc", position: 7 },
  behind: { fingerprint: "1 abc", position: 3 },
  "~log": { fingerprint: "id-7", position: 7 },
};

const pair = { current: "current~", "current~": "current" };
const circle = { a: "b", b: "c", c: "a" };

it.each([{}, pair, circle, { ...pair, ...circle }])(
  "marks come back as they were, with slots %j",
  (slots) => {
    expect(storedMarks(textOfMarks({ marks, slots }, 7), 7)).toEqual({ marks, slots });
  },
);

it("marks are read from databases that wrote every position out", () => {
  expect(storedMarks(JSON.stringify(marks), 7)).toEqual({ marks, slots: {} });
});

it("a pair of views that has changed places is written once", () => {
  expect(JSON.parse(textOfMarks({ marks, slots: pair }, 7))).toMatchObject({
    "~slots": { current: "current~" },
  });
  expect(textOfMarks({ marks, slots: pair }, 7)).not.toContain('"current~":');
});

it("two views exchange their slots, and exchange them back", () => {
  const once = swappedSlots({}, "v~", "v");
  expect([slotOf(once, "v"), slotOf(once, "v~"), slotOf(once, "other")]).toEqual(["v~", "v", "other"]);
  expect([viewIn(once, "v~"), viewIn(once, "v"), viewIn(once, "other")]).toEqual(["v", "v~", "other"]);
  expect(swappedSlots(once, "v~", "v")).toEqual({});
});
