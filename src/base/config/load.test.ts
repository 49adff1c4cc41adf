import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WhetstoneError } from "../errors.js";
import { fitsSetting } from "./check-value.js";
import { environmentName, reservedVariables } from "./environment.js";
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

describe("loadConfig, the order of sources", () => {
  it("without file, variables and arguments every setting has its default", () => {
    const loaded = loadConfig({ file: join(folder, "missing.json"), env: { HOME: "/home/x" } });
    expect(loaded.config).toEqual(defaults);
    expect(loaded).toMatchObject({ project: undefined, file: undefined });
    expect([...loaded.sources.values()].every(({ from }) => from === "default")).toBe(true);
    expect([...loaded.sources.keys()]).toEqual(settingPaths);
  });

  it("the environment wins over the file, and arguments win over both", () => {
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
    expect(sources.get("criteria.harmfulMass")).toEqual({ from: "default" });
  });

  it("the last of two arguments for one setting wins", () => {
    expect(
      loadConfig({ set: ["plan.maxStrategies=1", "plan.maxStrategies=2"] }).config.plan.maxStrategies,
    ).toBe(2);
  });

  it("every kind of value can be written as text", () => {
    const { config, project } = loadConfig({
      env: { WHETSTONE_MODEL_ENABLED: "true", WHETSTONE_STORE_KIND: "memory", WHETSTONE_PROJECT: "shop" },
      set: [
        "criteria.maxHarmfulRatio=1e-6",
        "antiPatterns.prefix=NOT=",
        "insights.severeRoles=judge, lens",
        'directives.predicateCommands=["npm run lint, quietly"]',
        "insights.adversarialRoles=",
      ],
    });
    expect(config.model.enabled).toBe(true);
    expect(config.store.kind).toBe("memory");
    expect(project).toBe("shop");
    expect(config.criteria.maxHarmfulRatio).toBe(1e-6);
    expect(config.antiPatterns.prefix).toBe("NOT=");
    expect(config.insights.severeRoles).toEqual(["judge", "lens"]);
    expect(config.directives.predicateCommands).toEqual(["npm run lint, quietly"]);
    expect(config.insights.adversarialRoles).toEqual([]);
  });

  it("an empty variable counts as not set, and reserved and foreign ones are left alone", () => {
    const reserved = Object.fromEntries(reservedVariables.map((name) => [name, "anything"]));
    const env = { ...reserved, WHETSTONE_MODEL_CALLS_PER_DAY: "", WHETSTONES: "1", PATH: "/bin" };
    expect(loadConfig({ env }).config).toEqual(defaults);
  });

  it("a byte order mark is tolerated", () => {
    expect(loadConfig({ file: write('\uFEFF{"project":"shop"}') }).project).toBe("shop");
  });
});

describe("loadConfig, wrong keys", () => {
  it("an unknown key in the file is a warning that suggests the nearest, and the rest of the file counts", () => {
    const content = { criteria: { halfLifeDay: 30, minFeedback: 11 }, project: "shop" };
    const { warnings, config, project } = loadConfig({ file: write(content) });
    expect(warnings).toEqual([
      `criteria.halfLifeDay (file ${file}) is not a setting (did you mean criteria.halfLifeDays?), and is ignored`,
    ]);
    expect(config.criteria).toEqual({ ...defaults.criteria, minFeedback: 11 });
    expect(project).toBe("shop");
  });

  it("an unknown key beside a wrong value does not hide the wrong value", () => {
    expect(failure({ file: write({ aNewGroup: {}, criteria: { halfLifeDays: "x" } }) }).field).toBe(
      "criteria.halfLifeDays",
    );
  });

  it("a wrong key in an argument is refused, and the nearest key is suggested", () => {
    const error = failure({ set: ["criteria.halfLifeDay=30"] });
    expect(error.field).toBe("criteria.halfLifeDay");
    expect(error.message).toBe(
      "criteria.halfLifeDay (argument) is not a setting; did you mean criteria.halfLifeDays?",
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
  ])(
    "the file %j gives a warning about %s with %j, and every setting has its default",
    (content, key, words) => {
      const { warnings, config, project } = loadConfig({ file: write(content) });
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain(`${key} (file ${file})`);
      expect(warnings[0]).toContain(words);
      expect(config).toEqual(defaults);
      expect(project).toBeUndefined();
    },
  );

  it("an unknown variable is a warning that suggests the nearest known one", () => {
    const named = (env: Record<string, string>) => loadConfig({ env }).warnings.join();
    expect(named({ WHETSTONE_CRITERIA_HALFLIFE_DAYS: "3" })).toContain(
      "WHETSTONE_CRITERIA_HALFLIFE_DAYS (environment WHETSTONE_CRITERIA_HALFLIFE_DAYS) is not a setting " +
        "(did you mean WHETSTONE_CRITERIA_HALF_LIFE_DAYS?)",
    );
    expect(named({ WHETSTONE_DATADIR: "x" })).toContain("did you mean WHETSTONE_DATA_DIR?");
  });

  it("an argument without a path or without a value is refused", () => {
    expect(failure({ set: ["criteria.halfLifeDays"] }).message).toContain("not of the form path=value");
    expect(failure({ set: ["=3"] }).message).toContain("not of the form path=value");
  });

  it("a key with any single wrong character is suggested as it should be", () => {
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
  ])("the file %j is refused at %s with %j", (content, field, words) => {
    const error = failure({ file: write(content) });
    expect(error.field).toBe(field);
    expect(error.message).toContain(words);
    expect(error.message).toContain(file);
  });

  it.each(["", " ", "NaN", "Infinity", "0x10", "1,5", "1e999", "ten", "1 2"])(
    "%j is not a number in an argument",
    (text) => {
      expect(failure({ set: [`criteria.halfLifeDays=${text}`] }).field).toBe("criteria.halfLifeDays");
    },
  );

  it.each(["yes", "1", "TRUE", ""])("%j is not a switch in an argument", (text) => {
    expect(failure({ set: [`model.enabled=${text}`] }).field).toBe("model.enabled");
  });

  it("a wrong value in a variable is reported with the name of the variable", () => {
    const error = failure({ env: { WHETSTONE_SERVER_IDLE_MS: "soon" } });
    expect(error.message).toContain('server.idleMs (environment WHETSTONE_SERVER_IDLE_MS) is "soon"');
  });

  it("all problems are reported in one error", () => {
    write({ plan: { maxStrategies: -1 } });
    const env = { WHETSTONE_SERVER_IDLE_MS: "soon" };
    const error = failure({ file, env, set: ["retrieval.mmrLambda=2", "critera.a=1"] });
    expect(error.field).toBe("plan.maxStrategies");
    expect(error.message.split("\n")).toHaveLength(5);
    expect(error.message).toMatch(
      /^4 settings are wrong:\n- plan\.maxStrategies .*\n- server\.idleMs .*\n- retrieval.*\n- critera/,
    );
  });

  it("a long value is cut in the message", () => {
    expect(failure({ file: write({ store: { kind: "x".repeat(5000) } }) }).message.length).toBeLessThan(400);
  });

  it("every number is accepted up to its bounds, and not beyond", () => {
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
  it("thresholds in the wrong order are refused with both values, wherever each comes from", () => {
    const error = failure({ file: write({ outcomes: { fastBelowMs: 9 } }), set: ["outcomes.slowAboveMs=8"] });
    expect(error.message).toBe(
      "outcomes.fastBelowMs (9), outcomes.slowAboveMs (8) must each be at least the one before",
    );
  });
});

describe("loadConfig, files that cannot be read", () => {
  it.each(["[]", "null", '"text"', "7"])("a file that holds %s is refused", (content) => {
    expect(failure({ file: write(content) }).message).toBe(`${file} must hold a JSON object, not ${content}`);
  });

  it("the error says where the text stops being JSON", () => {
    const error = failure({ file: write('{\n  "project": "shop",\n}') });
    expect(error.message).toContain(`${file} is not JSON, line 3, column 1: `);
    expect(error.next).toBe("Correct the file, or delete it.");
  });

  it("the error says that the path is a folder", () => {
    const path = join(folder, "a-folder");
    expect(failure({ file: path }).message).toBe(`${path} cannot be read: it is a folder`);
  });

  it("the error says that a part of the path is not a folder", () => {
    write({});
    const path = join(file, "whetstone.json");
    expect(failure({ file: path }).message).toBe(
      `${path} cannot be read: a part of its path is not a folder`,
    );
  });

  it("the error says that links lead in a circle", () => {
    const path = join(folder, "circle.json");
    symlinkSync(path, path);
    expect(failure({ file: path }).message).toBe(`${path} cannot be read: its links lead in a circle`);
  });

  it("the error says that the bytes are not UTF-8", () => {
    writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
    expect(failure({ file }).message).toBe(`${file} is not UTF-8 text`);
  });
});
