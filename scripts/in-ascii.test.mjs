import { expect, it } from "vitest";
import { inAscii } from "./in-ascii.mjs";

const run = (source) => new Function(source)();

it.each([
  ["a regular expression", "return 'a\\u2019b\\u201cc'.replace(/[’“]/g, '-')", "a-b-c"],
  ["a regular expression with flags", "return /^\\s*(?:✗|×|●) \\S/u.test(' \\u25cf it')", true],
  ["a range of letters", "return 'a\\u00c0\\u024fz'.replace(/[À-ɏ]/g, '')", "az"],
  ["a character of two units", "return 'a\\u{1f600}b'.replace(/[😀-🙏]/u, '')", "ab"],
  ["a raw template", "return String.raw`✘ \\[ERROR’\\] `", "✘ \\[ERROR’\\] "],
  ["a raw template with a value", `return String.raw\`\\d“\${1 + 1}”é\``, "\\d“2”é"],
])("%s means the same in ASCII", (_name, source, expected) => {
  const written = inAscii(source);
  expect(run(source)).toBe(expected);
  expect(written).toMatch(/^[\0-\x7f]*$/);
  expect(run(written)).toBe(expected);
});

it("what is ASCII stays as it is, and what cannot be written in ASCII is refused", () => {
  expect(inAscii("return /a/")).toBe("return /a/");
  expect(() => inAscii("return /\\’/")).toThrow(/escaped already/);
  expect(() => inAscii("return 1 // é")).toThrow(/not ASCII is left/);
});
