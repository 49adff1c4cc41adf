import { describe, expect, it } from "vitest";
import { strategies } from "./strategies.js";

const shared = [
  "lesson-exposed",
  "lesson-promoted",
  "lesson-deprecated",
  "lesson-reset",
  "lesson-forgotten",
] as const;

describe.each(shared)("an event of any lesson, %s", (type) => {
  const keysOf = (lesson: string) => strategies.on[type]?.keys({ data: { lesson } } as never);

  it("changes the row of the strategy that it names, also by the name of its warning", () => {
    expect(keysOf("strategy-1")).toEqual(["strategy-1"]);
    expect(keysOf("anti-strategy-1")).toEqual(["strategy-1"]);
  });

  it("reads no row of strategies for a lesson of another kind", () => {
    expect(keysOf("insight-1")).toEqual([]);
    expect(keysOf("anti-insight-1")).toEqual([]);
  });
});
