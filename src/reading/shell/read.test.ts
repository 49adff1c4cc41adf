import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readScript } from "./read.js";

describe("the reader of command lines", () => {
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
  ])("the commands of %j are %j", (script, lines) => {
    expect(readScript(script).commands.map(({ words }) => words)).toEqual(lines);
  });

  it("a command comes with the texts that it reads and the stage before it in a pipe", () => {
    const [first, second] = readScript("a <<E | b <<< 'c d'\ntext\nE\n").commands;
    expect([first?.input, second?.input]).toEqual([["text\n"], ["c d"]]);
    expect([first?.before, second?.before]).toEqual([undefined, first]);
  });

  it("a command is found at any depth of nesting", () => {
    for (const depth of [10, 100, 1_000]) {
      const nested = `${"$(".repeat(depth)}a b${")".repeat(depth)}`;
      expect(readScript(nested).commands.some(({ words }) => words.join(" ") === "a b")).toBe(true);
    }
  });

  it("a quoted word stays whole, whatever it holds", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (words) => {
        const script = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
        expect(readScript(script).commands.map((line) => line.words)).toEqual([words]);
      }),
    );
  });

  it.each([
    ["a |\n b", "a"],
    ["a |\n\n # note\n b", "a"],
    ["a\n b", undefined],
    ["a && b", undefined],
  ])("in %j the stage before b is %s", (script, before) => {
    const last = readScript(script).commands.at(-1);
    expect([last?.words, last?.before?.words[0]]).toEqual([["b"], before]);
  });

  it.each([
    ["git commit -m 'fix the test'", ["git", "commit", "-m", ""]],
    ['a "b"c$(d)e', ["a", "ce"]],
    ["a b\\ c", ["a", "b c"]],
    [`a \${b} $c`, ["a", "", "$c"]],
  ])("the bare words of %j are %j", (script, bare) => {
    expect(readScript(script).commands.at(-1)?.bare).toEqual(bare);
  });

  it("any text is read to its end, into no more commands than it has characters", () => {
    const pieces = fc.constantFrom(
      ..."a ' \" ` $( ( ) $ } { ; | && || & \\ # > 2>&1 <<E <<-E E <<< $' a=( ${ ;; \n \t".split(" "),
      " ",
      "\n",
    );
    const scripts = fc.array(pieces, { maxLength: 80 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(scripts, fc.string({ unit: "binary" })), (text) => {
        const { commands } = readScript(text);
        expect(commands.length).toBeLessThanOrEqual(text.length);
        expect(commands.every(({ words, bare }) => words.length > 0 && bare.length === words.length)).toBe(
          true,
        );
      }),
    );
  });
});
