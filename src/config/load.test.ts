import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WhetstoneError } from "../errors.js";
import { fitsSetting } from "./check-value.js";
import { reservedVariables } from "./environment.js";
import { environmentName } from "./environment-name.js";
import { type LoadOptions, loadConfig } from "./load.js";
import { defaults, settingPaths, settingsByPath } from "./settings.js";

const folder = mkdtempSync(join(tmpdir(), "config-"));
const file = join(folder, "whetstone.json");
beforeAll(() => mkdirSync(join(folder, "a-folder")));
afterAll(() => rmSync(folder, { recursive: true }));

function write(content: unknown): string {
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

function failure(options: LoadOptions): WhetstoneError {
  try {
    loadConfig(options);
  } catch (error) {
    if (error instanceof WhetstoneError && error.code === "invalid_config") return error;
    throw error;
  }
  throw new Error("loadConfig accepted what it should refuse");
}

describe("loadConfig, strength", () => {
  it("gives the defaults when there is nothing else", () => {
    const loaded = loadConfig({ file: join(folder, "missing.json"), env: { HOME: "/home/x" } });
    expect(loaded.config).toEqual(defaults);
    expect(loaded).toMatchObject({ project: undefined, file: undefined });
    expect([...loaded.sources.values()].every(({ from }) => from === "default")).toBe(true);
    expect([...loaded.sources.keys()]).toEqual(settingPaths);
  });

  it("lets the environment win over the file, and arguments over both", () => {
    write({
      $schema: "./whetstone.schema.json",
      project: "from-file",
      criteria: { halfLifeDays: 10, minFeedback: 11, maxHarmfulRatio: 0.12 },
    });
    const env = { WHETSTONE_CRITERIA_HALF_LIFE_DAYS: "20", WHETSTONE_CRITERIA_MIN_FEEDBACK: "21" };
    const {
      config,
      project,
      sources,
      file: read,
    } = loadConfig({ file, env, set: ["criteria.halfLifeDays=30"] });
    expect(config.criteria).toEqual({
      ...defaults.criteria,
      halfLifeDays: 30,
      minFeedback: 21,
      maxHarmfulRatio: 0.12,
    });
    expect(project).toBe("from-file");
    expect(read).toBe(file);
    expect(sources.get("criteria.halfLifeDays")).toEqual({ from: "argument" });
    expect(sources.get("criteria.minFeedback")).toEqual({
      from: "environment",
      variable: "WHETSTONE_CRITERIA_MIN_FEEDBACK",
    });
    expect(sources.get("criteria.maxHarmfulRatio")).toEqual({ from: "file", file });
    expect(sources.get("criteria.weightFloor")).toEqual({ from: "default" });
  });

  it("takes the last of two arguments for one setting", () => {
    expect(
      loadConfig({ set: ["plan.maxStrategies=1", "plan.maxStrategies=2"] }).config.plan.maxStrategies,
    ).toBe(2);
  });

  it("reads every kind of value from text", () => {
    const { config, project } = loadConfig({
      env: { WHETSTONE_MODEL_ENABLED: "true", WHETSTONE_STORE_KIND: "memory", WHETSTONE_PROJECT: "shop" },
      set: [
        "criteria.weightFloor=1e-6",
        "antiPatterns.prefix=NOT=",
        "insights.severeRoles=judge, lens",
        'directives.predicateCommands=["npm run lint, quietly"]',
        "insights.adversarialRoles=",
      ],
    });
    expect(config.model.enabled).toBe(true);
    expect(config.store.kind).toBe("memory");
    expect(project).toBe("shop");
    expect(config.criteria.weightFloor).toBe(1e-6);
    expect(config.antiPatterns.prefix).toBe("NOT=");
    expect(config.insights.severeRoles).toEqual(["judge", "lens"]);
    expect(config.directives.predicateCommands).toEqual(["npm run lint, quietly"]);
    expect(config.insights.adversarialRoles).toEqual([]);
  });

  it("counts an empty variable as not set and leaves reserved and foreign ones alone", () => {
    const reserved = Object.fromEntries(reservedVariables.map((name) => [name, "anything"]));
    const env = { ...reserved, WHETSTONE_MODEL_CALLS_PER_DAY: "", WHETSTONES: "1", PATH: "/bin" };
    expect(loadConfig({ env }).config).toEqual(defaults);
  });

  it("tolerates a byte order mark", () => {
    expect(loadConfig({ file: write('\uFEFF{"project":"shop"}') }).project).toBe("shop");
  });
});

describe("loadConfig, wrong keys", () => {
  it("names the key and the file and suggests the nearest", () => {
    const error = failure({ file: write({ criteria: { halfLifeDay: 30 } }) });
    expect(error.field).toBe("criteria.halfLifeDay");
    expect(error.message).toBe(
      `criteria.halfLifeDay (file ${file}) is not a setting; did you mean criteria.halfLifeDays?`,
    );
    expect(error.next).toBe("Write criteria.halfLifeDays instead of criteria.halfLifeDay, or remove it.");
    expect(error.values.problems).toMatchObject([{ suggestion: "criteria.halfLifeDays" }]);
  });

  it.each([
    [{ critera: {} }, "critera", "did you mean criteria?"],
    [{ projct: "x" }, "projct", "did you mean project?"],
    [{ mmrLambda: 1 }, "mmrLambda", "did you mean retrieval.mmrLambda?"],
    [{ plan: { mmrLambda: 1 } }, "plan.mmrLambda", "did you mean retrieval.mmrLambda?"],
    [{ "plan.maxStrategies": 1 }, "plan.maxStrategies", 'did you mean { "plan": { "maxStrategies": … } }?'],
    [{ plan: { unheardOf: 1 } }, "plan.unheardOf", "is not a setting"],
    ['{"__proto__": {}}', "__proto__", "is not a setting"],
    [{ criteria: { constructor: 1 } }, "criteria.constructor", "is not a setting"],
  ])("%j: %s, %s", (content, field, words) => {
    const error = failure({ file: write(content) });
    expect(error.field).toBe(field);
    expect(error.message).toContain(words);
  });

  it("names an unknown variable and the nearest known one", () => {
    const error = failure({ env: { WHETSTONE_CRITERIA_HALFLIFE_DAYS: "3" } });
    expect(error.field).toBe("WHETSTONE_CRITERIA_HALFLIFE_DAYS");
    expect(error.message).toContain("did you mean WHETSTONE_CRITERIA_HALF_LIFE_DAYS?");
    expect(failure({ env: { WHETSTONE_DATADIR: "x" } }).message).toContain(
      "did you mean WHETSTONE_DATA_DIR?",
    );
  });

  it("refuses an argument without a path or without a value", () => {
    expect(failure({ set: ["criteria.halfLifeDays"] }).message).toContain("not of the form path=value");
    expect(failure({ set: ["=3"] }).message).toContain("not of the form path=value");
  });

  it("suggests the key after any single wrong character in it", () => {
    const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCXYZ0_-.");
    const typo = fc.tuple(
      fc.constantFrom(...settingPaths),
      fc.nat(),
      letter,
      fc.constantFrom("add", "drop", "change", "swap"),
    );
    fc.assert(
      fc.property(typo, ([path, position, character, how]) => {
        const at = position % path.length;
        const rest = path.slice(at);
        const wrong =
          path.slice(0, at) +
          {
            add: character + rest,
            drop: rest.slice(1),
            change: character + rest.slice(1),
            swap: (rest[1] ?? "") + (rest[0] ?? "") + rest.slice(2),
          }[how];
        fc.pre(wrong !== path);
        expect(failure({ set: [`${wrong}=1`] }).message).toContain(`did you mean ${path}?`);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("loadConfig, wrong values", () => {
  it.each([
    [
      { outcomes: { fastBelowMs: "fast" } },
      "outcomes.fastBelowMs",
      'is "fast"; expected a whole number of ms from 0 to 604800000',
    ],
    [
      { criteria: { maxHarmfulRatio: 1.5 } },
      "criteria.maxHarmfulRatio",
      "is 1.5; expected a ratio from 0 to 1",
    ],
    [
      { plan: { maxStrategies: 2.5 } },
      "plan.maxStrategies",
      "is 2.5; expected a whole number from 0 to 1000",
    ],
    [
      '{"criteria":{"halfLifeDays":1e999}}',
      "criteria.halfLifeDays",
      "is Infinity; expected a number of days from 0.01 to",
    ],
    [{ store: { kind: "postgres" } }, "store.kind", 'is "postgres"; expected one of "sqlite", "memory"'],
    [{ model: { enabled: "true" } }, "model.enabled", 'is "true"; expected true or false'],
    [{ insights: { severeRoles: "judge" } }, "insights.severeRoles", "expected at most 100 texts"],
    [{ insights: { severeRoles: ["judge", 1] } }, "insights.severeRoles", 'is ["judge",1]; expected'],
    [{ antiPatterns: { prefix: "AVOID\n" } }, "antiPatterns.prefix", "expected one line of text"],
    [{ criteria: null }, "criteria", "is null; expected an object with settings of criteria"],
    [{ criteria: [] }, "criteria", "is []; expected an object"],
    [{ project: "Shop" }, "project", 'is "Shop"; expected 1 to 64 of'],
    [{ $schema: 1 }, "$schema", "is 1; expected the address of a schema"],
  ])("%j: %s %s", (content, field, words) => {
    const error = failure({ file: write(content) });
    expect(error.field).toBe(field);
    expect(error.message).toContain(words);
    expect(error.message).toContain(file);
  });

  it.each(["", " ", "NaN", "Infinity", "0x10", "1,5", "1e999", "ten", "1 2"])(
    "%j is no number in an argument",
    (text) => {
      expect(failure({ set: [`criteria.halfLifeDays=${text}`] }).field).toBe("criteria.halfLifeDays");
    },
  );

  it.each(["yes", "1", "TRUE", ""])("%j is no switch in an argument", (text) => {
    expect(failure({ set: [`model.enabled=${text}`] }).field).toBe("model.enabled");
  });

  it("names the variable of a wrong value", () => {
    const error = failure({ env: { WHETSTONE_SERVER_IDLE_MS: "soon" } });
    expect(error.message).toContain('server.idleMs (environment WHETSTONE_SERVER_IDLE_MS) is "soon"');
  });

  it("reports every problem at once", () => {
    write({ critera: {}, plan: { maxStrategies: -1 } });
    const error = failure({ file, env: { WHETSTONE_NOPE: "1" }, set: ["health.runsLookedAt=0"] });
    expect(error.field).toBe("critera");
    expect(error.message.split("\n")).toHaveLength(5);
    expect(error.message).toMatch(
      /^4 settings are wrong:\n- critera .*\n- plan\.maxStrategies .*\n- WHETSTONE_NOPE .*\n- health/,
    );
  });

  it("cuts a long value in the message", () => {
    expect(failure({ file: write({ store: { kind: "x".repeat(5000) } }) }).message.length).toBeLessThan(400);
  });

  it("accepts for every number its bounds and nothing beyond", () => {
    for (const [path, setting] of settingsByPath) {
      if (setting.kind !== "number") continue;
      expect([fitsSetting(setting, setting.min), fitsSetting(setting, setting.max)], path).toEqual([
        true,
        true,
      ]);
      const outside = [setting.min - 1, setting.max + 1, ...(setting.integer ? [setting.min + 0.5] : [])];
      for (const value of outside)
        expect(failure({ env: { [environmentName(path)]: `${value}` } }).field).toBe(path);
    }
  });
});

describe("loadConfig, values that do not fit together", () => {
  it("refuses thresholds in the wrong order, with both values", () => {
    const error = failure({ file: write({ outcomes: { fastBelowMs: 9 } }), set: ["outcomes.slowAboveMs=8"] });
    expect(error.message).toBe(
      "outcomes.fastBelowMs (9), outcomes.slowAboveMs (8) must each be at least the one before",
    );
  });

  it("refuses weights that do not add up to 1, and takes those that do up to rounding", () => {
    expect(failure({ set: ["outcomes.successWeight=0.5"] }).message).toContain("must add up to 1");
    const set = ["successWeight=0.7", "durationWeight=0.1", "errorsWeight=0.1", "retriesWeight=0.1"];
    expect(loadConfig({ set: set.map((each) => `outcomes.${each}`) }).config.outcomes.successWeight).toBe(
      0.7,
    );
  });
});

describe("loadConfig, files that cannot be read", () => {
  it.each(["[]", "null", '"text"', "7"])("refuses %s at the top level", (content) => {
    expect(failure({ file: write(content) }).message).toBe(`${file} must hold a JSON object, not ${content}`);
  });

  it("says where the text stops being JSON", () => {
    const error = failure({ file: write('{\n  "project": "shop",\n}') });
    expect(error.message).toContain(`${file} is not JSON, line 3, column 1: `);
    expect(error.next).toBe("Correct the file.");
  });

  it("says that the path is a folder", () => {
    const path = join(folder, "a-folder");
    expect(failure({ file: path }).message).toBe(`${path} cannot be read: it is a folder`);
  });

  it("says that a part of the path is no folder", () => {
    write({});
    const path = join(file, "whetstone.json");
    expect(failure({ file: path }).message).toBe(
      `${path} cannot be read: a part of its path is not a folder`,
    );
  });

  it("says that links lead in a circle", () => {
    const path = join(folder, "circle.json");
    symlinkSync(path, path);
    expect(failure({ file: path }).message).toBe(`${path} cannot be read: its links lead in a circle`);
  });

  it("says that the bytes are not UTF-8", () => {
    writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
    expect(failure({ file }).message).toBe(`${file} is not UTF-8 text`);
  });
});
