import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KnownFiles } from "./citations-in.js";
import { evidenceIn } from "./evidence-in.js";

const files: Readonly<Record<string, number>> = {
  "src/auth.ts": 100,
  "auth.ts": 50,
  "a/b.ts": 10,
  "lib/c.ts": 10,
  "app/[id]/page.tsx": 20,
  "app/(shop)/cart.tsx": 20,
  Makefile: 30,
  "docs/größe.md": 9,
  "my docs/read me.md": 9,
  "src/x.test.ts": 9,
  ".github/ci.yml": 9,
};
const known: KnownFiles = { has: (path, line) => line >= 1 && line <= (files[path] ?? 0) };
const summary = (text: string) => {
  const { citations, unknown } = evidenceIn(text, known);
  return [citations, unknown].map((list) => list.map(({ path, line }) => `${path}:${line}`));
};

const forms: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["src/auth.ts:42", ["src/auth.ts:42"], []],
  ["In src/auth.ts:42, the token leaks.", ["src/auth.ts:42"], []],
  ["`src/auth.ts:42`", ["src/auth.ts:42"], []],
  ["`src/auth.ts` (L5-L9)", ["src/auth.ts:5"], []],
  ["src/auth.ts (lines 5 to 9)", ["src/auth.ts:5"], []],
  ["`src/auth.ts` (L500)", [], ["src/auth.ts:500"]],
  ["(src/auth.ts:42)", ["src/auth.ts:42"], []],
  ["**src/auth.ts:42**", ["src/auth.ts:42"], []],
  ["src/auth.ts:42:7", ["src/auth.ts:42"], []],
  ["src/auth.ts:42-48", ["src/auth.ts:42"], []],
  ["src/auth.ts#L42", ["src/auth.ts:42"], []],
  ["src/auth.ts#L42-L50", ["src/auth.ts:42"], []],
  ["[the check](src/auth.ts#L42)", ["src/auth.ts:42"], []],
  ["[src/auth.ts:42](src/auth.ts#L42)", ["src/auth.ts:42"], []],
  ["src/auth.ts line 42", ["src/auth.ts:42"], []],
  ["`src/auth.ts`, line 42", ["src/auth.ts:42"], []],
  ["`src/auth.ts`, lines 42-50", ["src/auth.ts:42"], []],
  ["src/auth.ts at line 42", ["src/auth.ts:42"], []],
  ["`src/auth.ts`:42", ["src/auth.ts:42"], []],
  ['File "src/auth.ts", line 42, in f', ["src/auth.ts:42"], []],
  ["src/auth.ts(42,7): error TS2322", ["src/auth.ts:42"], []],
  ["./src/auth.ts:42", ["src/auth.ts:42"], []],
  ["a/src/auth.ts:42 and b/src/auth.ts:43", ["src/auth.ts:42", "src/auth.ts:43"], []],
  ["a/b.ts:3", ["a/b.ts:3"], []],
  ["src\\auth.ts:42", ["src/auth.ts:42"], []],
  [".\\src\\auth.ts:42", ["src/auth.ts:42"], []],
  ["auth.ts:42 and auth.ts:42", ["auth.ts:42"], []],
  ["app/[id]/page.tsx:4", ["app/[id]/page.tsx:4"], []],
  ["(app/(shop)/cart.tsx:4)", ["app/(shop)/cart.tsx:4"], []],
  ["(so x)src/auth.ts:42", ["src/auth.ts:42"], []],
  ["Makefile:12", ["Makefile:12"], []],
  ["docs/größe.md:1", ["docs/größe.md:1"], []],
  ["`my docs/read me.md:3`", ["my docs/read me.md:3"], []],
  ["`see src/auth.ts:42`", ["src/auth.ts:42"], []],
  ["`my docs/lost me.md:3`", [], ["me.md:3"]],
  ["`my docs/read me.md`:3", ["my docs/read me.md:3"], []],
  ["src/x.test.ts:9", ["src/x.test.ts:9"], []],
  [".github/ci.yml:2", [".github/ci.yml:2"], []],
  ["    at main (src/auth.ts:42:7)", ["src/auth.ts:42"], []],
  ["见 src/auth.ts:42。", ["src/auth.ts:42"], []],
  ["src/auth.ts:42, src/auth.ts:101", ["src/auth.ts:42"], ["src/auth.ts:101"]],
  ["src/auth.ts:0", [], ["src/auth.ts:0"]],
  ["src/other.ts:1", [], ["src/other.ts:1"]],
  ["../src/auth.ts:1", [], ["../src/auth.ts:1"]],
  ["/repo/src/auth.ts:1", [], ["/repo/src/auth.ts:1"]],
  ["C:\\repo\\src\\auth.ts:42", [], ["/repo/src/auth.ts:42"]],
  ["src/auth.ts", [], []],
  ["src/auth.ts: 42 lines", [], []],
  ["src/auth.ts:42abc", [], []],
  ["src/auth.ts:4.2", [], []],
  ["src/auth.ts:99999999", [], []],
  ["http://localhost:8080", [], []],
  ["http://example.com:8080/src", [], []],
  ["https://git.example.com/r/blob/main/src/auth.ts#L42", [], []],
  ["//cdn.example.com/auth.ts:42", [], []],
  ["example.com:443", [], []],
  ["at 12:30", [], []],
  ["10.0.0.1:80", [], []],
  ["redis:7", [], []],
  ["ratio 3:2", [], []],
  ["items.slice(2)", [], []],
  ["the line 42 of it", [], []],
];

describe("citations", () => {
  it("the table holds at least forty forms of citation", () => {
    expect(forms.length).toBeGreaterThanOrEqual(40);
  });

  it.each(forms)("the citations in this text are found: %s", (text, citations, unknown) => {
    expect(summary(text)).toEqual([citations, unknown]);
  });

  it("at most two hundred citations are looked up", () => {
    const asked: string[] = [];
    const asking: KnownFiles = { has: (path) => asked.push(path) < 0 };
    const text = Array.from({ length: 5_000 }, (_, at) => `src/f${at}.ts:1`).join(" ");
    expect(evidenceIn(text, asking).unknown).toHaveLength(200);
    expect(asked).toHaveLength(200);
  });

  it("every citation found exists, whatever the text", () => {
    const piece = fc.constantFrom(
      "src/auth.ts",
      "a/",
      "auth.ts",
      ":",
      "4",
      "#L",
      "(",
      ")",
      "[",
      "]",
      " line ",
      "`",
      " ",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const { citations, unknown, level } = evidenceIn(pieces.join(""), known);
        expect(citations.every(({ path, line }) => known.has(path, line))).toBe(true);
        expect(unknown.some(({ path, line }) => known.has(path, line))).toBe(false);
        expect(level).toBe(citations.length > 0 ? 2 : 3);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(["a", "a.ts:1", "a(1)", ":1", '"`)line 1', "[a](a:1", "/", "a b.ts:1`"])(
    "citations are found in a megabyte of %j",
    (noise) => {
      const text = `${noise.repeat(Math.ceil(1_000_000 / noise.length))} src/auth.ts:42`;
      expect(evidenceIn(`src/auth.ts:42 ${text}`, known).citations).toEqual([
        { path: "src/auth.ts", line: 42 },
      ]);
    },
  );
});

describe("the level of evidence", () => {
  it.each([
    [1, "```console\n$ npm test\n3 passed\n```"],
    [1, "src/auth.ts:42 fails.\n\n```console\n$ npm test\n3 failed\n```"],
    [2, "src/auth.ts:42 leaks the token."],
    [2, "I ran the tests; src/auth.ts:42 fails, and src/none.ts:1 too."],
    [3, "I ran the tests and all of them passed."],
    [3, "src/none.ts:1 leaks the token."],
    [3, ""],
  ] as const)("the level of evidence is %i for %j", (level, text) => {
    expect(evidenceIn(text, known).level).toBe(level);
  });
});
