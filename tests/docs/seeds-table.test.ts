import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import * as library from "../../src/index.js";
import * as engines from "../../src/seeds/rules/index.js";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/SEEDS.md"), "utf8");
const doors = readFileSync(join(root, "src/index.ts"), "utf8");

/** The names that the table promises under the same name, and the door that it names for them. */
const promised = page
  .split("\n")
  .flatMap((line) => {
    const [, seed = "", here = ""] = line.split("|");
    const door = /same names? in `(whetstone(?:\/engines)?)`|same names in `(whetstone)`, backed/.exec(here);
    const names = [...seed.matchAll(/`([A-Za-z]\w{4,})`/g)].map(([, name = ""]) => name);
    return door === null ? [] : names.map((name) => [name, door[1] ?? door[2] ?? ""] as const);
  })
  .filter(([name]) => !["store", "query", "health"].includes(name));

describe("the table of the seeds' names", () => {
  it("it promises names at both doors", () => {
    expect(new Set(promised.map(([, door]) => door))).toEqual(new Set(["whetstone", "whetstone/engines"]));
    expect(promised.length).toBeGreaterThan(25);
  });

  it.each(promised)("%s is exported by %s", (name, door) => {
    const values: object = door === "whetstone" ? library : engines;
    const isType = new RegExp(`\\b${name}\\b`).test(doors);
    expect(name in values || (door === "whetstone" && isType)).toBe(true);
  });
});
