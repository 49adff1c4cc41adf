import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob } from "./glob.js";

function matches(glob: string, path: string): boolean {
  const compiled = compileGlob(glob);
  if ("error" in compiled) throw new Error(compiled.error);
  return compiled.matches(path);
}

describe("a glob", () => {
  it.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "src/deep/a.ts", true],
    ["*.ts", "src/a.tsx", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/*.ts", "other/src/a.ts", false],
    ["src/**/*.ts", "src/a.ts", true],
    ["src/**/*.ts", "src/a/b/c.ts", true],
    ["src/**/*.ts", "src/a/b/c.js", false],
    ["src/**", "src/a/b/.hidden", true],
    ["**/test/**", "a/test/b/c", true],
    ["**/test/**/x", "a/test/test/b/x", true],
    ["**", "anything/at/all", true],
    ["*", ".env", true],
    ["src/**/*.ts", "src/.hidden/.a.ts", true],
    ["?.ts", "a.ts", true],
    ["?.ts", "🚀.ts", true],
    ["?.ts", "ab.ts", false],
    ["[a-c].ts", "b.ts", true],
    ["[a-c].ts", "d.ts", false],
    ["[!a-c].ts", "d.ts", true],
    ["[^a-c].ts", "b.ts", false],
    ["[]-].ts", "].ts", true],
    ["*.{ts,tsx}", "src/a.tsx", true],
    ["{src,test}/**/*.{ts,js}", "test/a/b.js", true],
    ["{src,test}/**/*.{ts,js}", "docs/a/b.js", false],
    ["{a,}.ts", ".ts", true],
    ["*.ts", "A.TS", false],
    ["a+b(c).ts", "a+b(c).ts", true],
    ["-c", "-c", true],
  ])("the glob %s matches %s: %s", (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected);
  });

  it("a glob with many stars is matched in bounded work", () => {
    expect(matches(`${"*a".repeat(200)}b`, "a".repeat(4_000))).toBe(false);
    expect(matches(`${"**/a/".repeat(80)}b`, "a/".repeat(2_000).slice(0, -1))).toBe(false);
  });

  it("a glob agrees with the recursive definition", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 3 });
    const part = fc.oneof(
      fc.string({ unit: fc.constantFrom("a", "b", "?"), minLength: 1, maxLength: 3 }),
      fc.constant("**"),
    );
    const parts = fc.array(part, { minLength: 2, maxLength: 4 });
    const path = fc.array(name, { minLength: 1, maxLength: 5 });
    const starred = parts.map((all) => all.map((each) => (each === "**" ? each : each.replace("b", "*"))));
    fc.assert(
      fc.property(starred, path, (globParts, names) => {
        expect(matches(globParts.join("/"), names.join("/"))).toBe(slowParts(globParts, names));
      }),
    );
  });
});

function slowParts(glob: readonly string[], names: readonly string[]): boolean {
  const [part, ...rest] = glob;
  const [name, ...others] = names;
  if (part === undefined) return name === undefined;
  if (part === "**") return slowParts(rest, names) || (name !== undefined && slowParts(glob, others));
  return name !== undefined && slowName(part, name) && slowParts(rest, others);
}

function slowName(part: string, name: string): boolean {
  if (part === "") return name === "";
  if (part[0] === "*") return slowName(part.slice(1), name) || (name !== "" && slowName(part, name.slice(1)));
  return name !== "" && (part[0] === "?" || part[0] === name[0]) && slowName(part.slice(1), name.slice(1));
}
