import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { WhetstoneError } from "../errors.js";
import { configJsonSchema } from "./json-schema.js";
import { loadConfig } from "./load.js";
import { relations } from "./relations.js";
import type { Setting } from "./setting.js";
import { defaults, settingPaths, settingsByPath } from "./settings.js";

const folder = mkdtempSync(join(tmpdir(), "schema-"));
afterAll(() => rmSync(folder, { recursive: true }));

const accepts = new Ajv2020({ strict: true, allErrors: true }).compile(configJsonSchema() as object);

/** Without a warning either: an editor marks the names that loading ignores. */
function loads(content: unknown): boolean {
  const file = join(folder, "whetstone.json");
  writeFileSync(file, JSON.stringify(content));
  try {
    return loadConfig({ file }).warnings.length === 0;
  } catch (error) {
    if (error instanceof WhetstoneError && error.code === "invalid_config") return false;
    throw error;
  }
}

/** The schema cannot say what must hold between settings, so these are left out of the comparison. */
const related = new Set(
  relations.flatMap((relation) => ("ascending" in relation ? relation.ascending : relation.sumToOne)),
);
const comparable = settingPaths.filter((path) => !related.has(path));

function goodValue(setting: Setting): fc.Arbitrary<unknown> {
  switch (setting.kind) {
    case "number":
      return setting.integer
        ? fc.integer({ min: setting.min, max: setting.max })
        : fc.double({ min: setting.min, max: setting.max, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "choice":
      return fc.constantFrom(...setting.choices);
    case "string":
      return fc.oneof(fc.constantFrom("shop", "a.b"), fc.string({ unit: "binary" }));
    case "list":
      return fc.array(fc.string({ unit: "grapheme" }), { maxLength: 4 });
  }
}

function nearMisses(setting: Setting): unknown[] {
  switch (setting.kind) {
    case "number": {
      const outside = [setting.min - 0.001, setting.max + 0.001, String(setting.default), null];
      return setting.integer ? [...outside, setting.min + 0.5] : outside;
    }
    case "boolean":
      return ["true", 0, null];
    case "choice":
      return [setting.default.toUpperCase(), "", null];
    case "string":
      return ["two\nlines", "x".repeat(1001), 0, null];
    case "list":
      return [[""], ["two\nlines"], Array(101).fill("x"), "x", [1], null];
  }
}

function nest(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const content: Record<string, unknown> = {};
  for (const [path, value] of entries) {
    const [group = "", name] = path.split(".");
    content[group] = name === undefined ? value : Object.assign(content[group] ?? {}, { [name]: value });
  }
  return content;
}

const entry = fc.constantFrom(...comparable).chain((path) => {
  const setting = settingsByPath.get(path);
  const anything = fc.jsonValue({ maxDepth: 1 });
  const value =
    setting === undefined ? anything : fc.oneof({ weight: 20, arbitrary: goodValue(setting) }, anything);
  const place = fc.oneof(
    { weight: 30, arbitrary: fc.constant(path) },
    fc.constant(`${path}x`),
    fc.constant("nope"),
  );
  return fc.tuple(place, value);
});

describe("configJsonSchema", () => {
  it("the schema accepts the files that load without a warning, and refuses the others", () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
        const content = nest(entries);
        const accepted = loads(content);
        seen[accepted ? "accepted" : "refused"]++;
        expect(accepts(content), JSON.stringify(content)).toBe(accepted);
      }),
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(20);
  });

  it.each([
    [[]],
    [null],
    [{ criteria: null }],
    [{ $schema: 1 }],
    [{ project: "git-0123456789abcdef" }],
    [{ project: "a..b" }],
  ])("the schema refuses %j, as loading does", (content) => {
    expect([accepts(content), loads(content)]).toEqual([false, false]);
  });

  it("the schema refuses what narrowly misses a setting, as loading does", () => {
    for (const [path, setting] of settingsByPath) {
      for (const value of nearMisses(setting)) {
        const content = nest([[path, value]]);
        expect([accepts(content), loads(content)], `${path} ${JSON.stringify(value)}`).toEqual([
          false,
          false,
        ]);
      }
    }
  });

  it("the schema accepts the defaults written out", () => {
    const content = { $schema: "x", project: "shop", ...defaults };
    expect([accepts(content), loads(content)]).toEqual([true, true]);
  });
});
