import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import * as library from "../../src/index.js";
import * as engines from "../../src/seeds/rules/index.js";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/SEEDS.md"), "utf8");
const text = (file: string) => readFileSync(join(root, file), "utf8");
/** Types are not there at run time: they are looked for in the text of the door. */
const doors = {
  whetstone: { values: library as object, text: text("src/index.ts") },
  "whetstone/engines": { values: engines as object, text: text("src/seeds/rules/index.ts") },
};

/** The names that the table promises under the same name, and the door that it names for them. */
const promised = page
  .split("\n")
  .flatMap((line) => {
    const [, seed = "", here = ""] = line.split("|");
    const door = /same names? in `(whetstone(?:\/engines)?)`/.exec(here)?.[1];
    const names = [...seed.matchAll(/`([A-Za-z]\w{4,})`/g)].map(([, name = ""]) => name);
    return door === undefined ? [] : names.map((name) => [name, door as keyof typeof doors] as const);
  })
  .filter(([name]) => !["store", "query", "health"].includes(name));

describe("the table of the seeds' names", () => {
  it("the table of the seeds' names promises names at both doors", () => {
    expect(new Set(promised.map(([, door]) => door))).toEqual(new Set(["whetstone", "whetstone/engines"]));
    expect(promised.length).toBeGreaterThan(25);
  });

  it.each(promised)("%s is exported by %s", (name, door) => {
    const { values, text } = doors[door];
    expect(
      name in values || new RegExp(`\\btype ${name}\\b|export type \\{[^}]*\\b${name}\\b`).test(text),
    ).toBe(true);
  });
});
