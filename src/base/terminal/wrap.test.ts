import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { definitionList, wrap } from "./wrap.js";

describe("wrap", () => {
  it("wrap breaks between words and keeps a long word whole", () => {
    expect(wrap("one two  three\nfour", 11, 2)).toEqual(["  one two", "  three", "  four"]);
    expect(wrap("a unbreakable b", 6, 0)).toEqual(["a", "unbreakable", "b"]);
    expect(wrap("  ", 10, 2)).toEqual([]);
  });

  it("wrap loses no word and fills no line over the width", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,9}$/)),
        fc.integer({ min: 12, max: 60 }),
        (words, width) => {
          const lines = wrap(words.join(" "), width, 2);
          expect(lines.flatMap((line) => line.trim().split(" "))).toEqual(words);
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

describe("definitionList", () => {
  it("definitionList puts meanings in a column, and a long term on a line of its own", () => {
    const rows = [
      ["-q", "Quiet, and short."],
      ["--a-very-long-option NAME-OF-IT", "Long."],
    ] as const;
    expect(definitionList(rows, 44)).toEqual([
      "  -q                          Quiet, and",
      "                              short.",
      "  --a-very-long-option NAME-OF-IT",
      "                              Long.",
    ]);
  });
});
