import { expect, it } from "vitest";
import { marksFromText, textOfMarks } from "./stored-marks.js";

const marks = {
  current: { fingerprint: "2 abc", position: 7 },
  behind: { fingerprint: "1 abc", position: 3 },
  "~log": { fingerprint: "id-7", position: 7 },
};

it("gives marks back as they were, also of a view that lags behind", () => {
  expect(marksFromText(textOfMarks(marks, 7), 7)).toEqual(marks);
});

it("reads the marks of databases that wrote every position out", () => {
  expect(marksFromText(JSON.stringify(marks), 7)).toEqual(marks);
});
