import { describe, expect, it } from "vitest";
import { viewNames } from "../pages/place.js";
import { changedViews } from "./changed-views.js";

describe("changedViews", () => {
  it("names each view once, in the order of the navigation", () => {
    expect(changedViews(["lesson-retired", "lesson-edited"])).toEqual([
      "today",
      "lessons",
      "sessions",
      "evidence",
      "log",
    ]);
    expect(changedViews([])).toEqual([]);
  });

  it("an event of a type that is not known here changes every view but the one that reads the whole log", () => {
    expect(changedViews(["something-new"])).toEqual(viewNames.filter((name) => name !== "health"));
  });
});
