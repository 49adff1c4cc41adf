import { expect, it } from "vitest";
import { exchanged, headFromText, slotOf, textOfMarks, viewIn } from "./stored-marks.js";

const marks = {
  current: { fingerprint: "2 abc", position: 7 },
  behind: { fingerprint: "1 abc", position: 3 },
  "~log": { fingerprint: "id-7", position: 7 },
};

const pair = { current: "current~", "current~": "current" };
const circle = { a: "b", b: "c", c: "a" };

it.each([{}, pair, circle, { ...pair, ...circle }])("gives a head back as it was, with slots %j", (slots) => {
  const head = { seq: 7, marks, slots };
  expect(headFromText(textOfMarks(head), 7)).toEqual(head);
});

it("reads the marks of databases that wrote every position out", () => {
  expect(headFromText(JSON.stringify(marks), 7)).toEqual({ seq: 7, marks, slots: {} });
});

it("writes a pair that has changed places once", () => {
  expect(JSON.parse(textOfMarks({ seq: 7, marks, slots: pair }))).toMatchObject({
    "~slots": { current: "current~" },
  });
  expect(textOfMarks({ seq: 7, marks, slots: pair })).not.toContain('"current~":');
});

it("exchanges the slots of two views, and twice is not at all", () => {
  const once = exchanged({}, "v~", "v");
  expect([slotOf(once, "v"), slotOf(once, "v~"), slotOf(once, "other")]).toEqual(["v~", "v", "other"]);
  expect([viewIn(once, "v~"), viewIn(once, "v"), viewIn(once, "other")]).toEqual(["v", "v~", "other"]);
  expect(exchanged(once, "v~", "v")).toEqual({});
});
