import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellLines } from "./shell-lines.js";

describe("the commands of a script", () => {
  it.each<readonly [string, readonly (readonly string[])[]]>([
    ["", []],
    ["a b", [["a", "b"]]],
    ["a 'b c' \"d e\"f", [["a", "b c", "d ef"]]],
    ["a ''", [["a", ""]]],
    ["a b\\ c", [["a", "b c"]]],
    ["a \\\nb", [["a", "b"]]],
    ["a; b & c && d || e | f |& g\nh", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"], ["g"], ["h"]]],
    [
      "a $(b c) d",
      [
        ["b", "c"],
        ["a", "$()", "d"],
      ],
    ],
    [
      'a "x $(b "c d") y"',
      [
        ["b", "c d"],
        ["a", "x $() y"],
      ],
    ],
    ["a `b`", [["b"], ["a", "$()"]]],
    ["(a; b) c", [["a"], ["b"], ["c"]]],
    ["a >b 2>>c <d 3>&1 &>e f", [["a", "f"]]],
    ["a # b; c\nd", [["a"], ["d"]]],
    ["a <<E b\nc; d\nE\ne", [["a", "b"], ["e"]]],
    ["a <<E <<F\nc\nE\nd\nF\ne", [["a"], ["e"]]],
    ["a <<E\n$(b)\nE", [["a"], ["b"]]],
    ["a <<'E'\n$(b)\nE", [["a"]]],
    ["a=(b c) d", [["a=$()", "d"]]],
    [`a \${b:-$(c)}`, [["c"], ["a", `\${b:-$(c)}`]]],
    ["a $'b\\'c\\n'", [["a", "b'c\n"]]],
    ["a $((1 << 2)) b", [["1"], ["a", "$()", "b"]]],
    ["a 'b", [["a", "b"]]],
  ])("%j", (script, lines) => {
    expect(shellLines(script).map(({ words }) => words)).toEqual(lines);
  });

  it("come with the texts that they read and the stage before them", () => {
    const [first, second] = shellLines("a <<E | b <<< 'c d'\ntext\nE\n");
    expect([first?.input, second?.input]).toEqual([["text\n"], ["c d"]]);
    expect([first?.before, second?.before]).toEqual([undefined, first]);
  });

  it("are found at any depth, flat where nobody nests", () => {
    for (const depth of [10, 100, 1_000]) {
      const nested = `${"$(".repeat(depth)}a b${")".repeat(depth)}`;
      expect(shellLines(nested).some(({ words }) => words.join(" ") === "a b")).toBe(true);
    }
  });

  it("keep quoted words whole", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (words) => {
        const script = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
        expect(shellLines(script).map((line) => line.words)).toEqual([words]);
      }),
    );
  });
});
