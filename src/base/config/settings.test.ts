import { describe, expect, expectTypeOf, it } from "vitest";
import { editDistance } from "../text/nearest.js";
import { fitsSetting } from "./check-value.js";
import { describeConfig } from "./describe-config.js";
import { environmentName, reservedVariables } from "./environment.js";
import { loadConfig } from "./load.js";
import { brokenRelations } from "./relations.js";
import type { Unit } from "./setting.js";
import { defaults, projectSetting, settingPaths, settingsByPath } from "./settings.js";

/** Every default, written out by hand: a changed or forgotten number fails here. */
const pinned: Record<string, unknown> = {
  "store.kind": "sqlite",
  "store.url": "",
  "team.hub": "",
  "team.share": "lessons",
  "store.folder": "",
  "store.busyWaitMs": 60_000,
  "store.synchronous": "full",
  "store.backupsKept": 3,
  "model.enabled": false,
  "model.provider": "none",
  "model.name": "",
  "model.baseUrl": "",
  "model.apiKeyVariable": "",
  "model.timeoutMs": 120_000,
  "model.inputUsdPerMillionTokens": 0,
  "model.outputUsdPerMillionTokens": 0,
  "model.callsPerDay": 10,
  "server.idleMs": 30 * 60 * 1000,
  "server.projectIdleMs": 5 * 60 * 1000,
  "server.bodyMaxBytes": 1048576,
  "server.hookMaxBytes": 16777216,
  "hosts.askForPolicy": "predicted",
  "hosts.contextMaxBytes": 9500,
  "hosts.quoteRules": true,
  "hosts.sessionNames": true,
  "hosts.digestWebhook": "",
  "hosts.mainRole": "coder",
  "hosts.mcpProjects": [],
  "hosts.reviewerRoles": ["reviewer", "code-reviewer", "validator", "curator", "inspector", "lens"],

  "outcomes.fastBelowMs": 5 * 60 * 1000,
  "outcomes.slowAboveMs": 30 * 60 * 1000,
  "outcomes.fewErrorsMax": 2,

  "criteria.halfLifeDays": 90,
  "criteria.minFeedback": 3,
  "criteria.maxHarmfulRatio": 0.3,
  "criteria.harmfulMass": "value",

  "strategies.halfLifeDays": 90,
  "strategies.minFeedback": 3,
  "strategies.provenMinHelpful": 5,
  "strategies.provenHarmfulRatioBelow": 0.15,
  "strategies.deprecatedHarmfulRatioAbove": 0.3,
  "strategies.candidateMultiplier": 0.5,
  "strategies.establishedMultiplier": 1.0,
  "strategies.provenMultiplier": 1.5,
  "antiPatterns.minObservations": 3,
  "antiPatterns.failureRatio": 0.6,
  "antiPatterns.prefix": "AVOID: ",
  "plan.similarTasks": 5,
  "plan.maxStrategies": 10,
  "plan.maxPromptBytes": 32768,

  "insights.decayDays": 14,
  "insights.immuneAfterReinforcements": 3,
  "insights.ruleFactor": 1.3,
  "insights.causalFactor": 1.1,
  "insights.similarityWeight": 0.6,
  "insights.dropBelowScore": 0.1,
  "insights.deprecateUnusedDays": 180,
  "insights.warnDays": 90,
  "insights.adversarialRoles": ["auditor", "judge", "sentinel"],
  "insights.adversarialBudgetTokens": 800,
  "insights.budgetTokens": 500,
  "insights.matchOverlap": 0.6,
  "insights.severeRoles": ["sentinel", "inspector"],
  "insights.severePenalty": 1.5,
  "insights.outcomeScoring": true,
  "insights.pairs": ["curator:auditor", "inspector:judge", "lens:sentinel"],
  "insights.briefLimitMs": 250,
  "insights.captureLimitMs": 2_000,

  "directives.minChecks": 1,
  "directives.briefMax": 8,
  "directives.briefMaxBytes": 16384,
  "directives.predicateTimeoutMs": 15000,
  "directives.predicateCommands": [],
  "directives.escalateAfterViolations": 2,
  "directives.escalateWithinDays": 30,

  "reflection.atTheCall": "stop",
  "reflection.coChange": false,
  "reflection.stopAfterSessions": 3,
  "reflection.startLessons": 3,
  "reflection.startTokens": 150,
  "reflection.startShare": 0.25,
  "reflection.recentSessions": 20,
  "reflection.startFailures": 3,
  "reflection.sessionTokens": 800,

  "evidence.enabled": true,
  "evidence.share": 0.8,
  "evidence.holdOut": "everywhere",

  "failurePatterns.initialConfidence": 0.55,
  "failurePatterns.confidenceStep": 0.05,
  "failurePatterns.highestConfidence": 0.95,
  "reliability.successWeight": 0.6,
  "reliability.retryWeight": 0.2,
  "reliability.qualityWeight": 0.2,
  "policy.minOutcomes": 3,
  "policy.approvalBelowScore": 0.75,
  "policy.approvalOccurrences": 3,
  "policy.riskyBelowScore": 0.7,
  "policy.trustedAboveScore": 0.9,
  "policy.riskyMultiplier": 1.4,
  "policy.trustedMultiplier": 0.9,
  "policy.fewerRetriesBelowScore": 0.75,
  "policy.fewerRetries": 1,
  "policy.usualRetries": 2,
  "policy.relaxAfterSuccesses": 5,
  "policy.relaxAtScore": 0.75,
  "policy.staleAfterDays": 30,
  "policy.baseMaxRetries": 2,
  "policy.baseRequireApproval": false,

  "retrieval.triggerBoost": 0.3,
  "retrieval.synonymBoost": 0.15,
  "retrieval.coldStartBoost": 0.08,
  "retrieval.mmrLambda": 0.5,
  "retrieval.synonymMaxPairs": 500,
  "retrieval.gramWeight": 0.3,
  "retrieval.meaningWeight": 0.45,
  "retrieval.candidates": 200,
  "retrieval.matrixMaxLessons": 1000000,
  "retrieval.embedder": "built-in",
  "retrieval.vectorStore": "auto",
  "retrieval.modelDownloads": false,
};

describe("settings", () => {
  const table = [...settingsByPath];

  it("every default is exactly the pinned one", () => {
    const values = table
      .filter(([path]) => path !== "project")
      .map(([path, setting]) => [path, setting.default]);
    expect(Object.fromEntries(values)).toEqual(pinned);
  });

  it("every default lies within its own bounds", () => {
    const outside = table.filter(
      ([path, setting]) => path !== "project" && !fitsSetting(setting, setting.default),
    );
    expect(outside).toEqual([]);
    expect(brokenRelations(defaults)).toEqual([]);
  });

  it("each setting says what it is and where its default comes from", () => {
    const from = /^(swarm|jkz|directives|governance): .|^ours( \((jkz|directives|governance): .+\))?$/;
    const silent = table.filter(
      ([, { about, source }]) => !/^[A-Z0-9].*\.$/.test(about) || !from.test(source),
    );
    expect(silent).toEqual([]);
  });

  it("the name of a setting ends in its unit", () => {
    const endings: Partial<Record<Unit, string>> = {
      ms: "Ms",
      days: "Days",
      bytes: "Bytes",
      characters: "Chars",
      tokens: "Tokens",
      phases: "Phases",
      "USD per million tokens": "UsdPerMillionTokens",
    };
    const ending = new RegExp(`(${Object.values(endings).join("|")})$`);
    const wrong = table.filter(
      ([path, { unit }]) => (ending.exec(path)?.[1] ?? "") !== (endings[unit] ?? ""),
    );
    expect(wrong).toEqual([]);
  });

  it("each value has its own type", () => {
    expectTypeOf(defaults.criteria.harmfulMass).toEqualTypeOf<"value" | "severity">();
    expectTypeOf(defaults.criteria.halfLifeDays).toEqualTypeOf<number>();
    expectTypeOf(defaults.model.enabled).toEqualTypeOf<boolean>();
    expectTypeOf(defaults.insights.severeRoles).toEqualTypeOf<readonly string[]>();
  });

  it("paths are so far apart that one wrong character never points to two of them", () => {
    const near = settingPaths.flatMap((one, index) =>
      settingPaths
        .slice(index + 1)
        .filter((other) => editDistance(one.toLowerCase(), other.toLowerCase()) < 3),
    );
    expect(near).toEqual([]);
  });

  it("each path has a variable of its own, and none is reserved", () => {
    const names = [...settingPaths.map(environmentName), ...reservedVariables];
    expect(new Set(names).size).toBe(names.length);
    expect(environmentName("outcomes.fastBelowMs")).toBe("WHETSTONE_OUTCOMES_FAST_BELOW_MS");
    expect(environmentName("antiPatterns.minObservations")).toBe("WHETSTONE_ANTI_PATTERNS_MIN_OBSERVATIONS");
  });

  it("the defaults cannot be changed at run time", () => {
    expect(() => Object.assign(defaults.criteria, { halfLifeDays: 1 })).toThrow(TypeError);
    expect(() => Object.assign(defaults.insights.severeRoles, ["nobody"])).toThrow(TypeError);
  });
});

describe("projectSetting", () => {
  it.each(["shop", "a", "0", "team.shop_2-x", "git-abc", "a".repeat(64), "git-0123456789abcdeg"])(
    "%s may be the key of a project",
    (id) => {
      expect(fitsSetting(projectSetting, id)).toBe(true);
    },
  );

  it.each([
    "",
    "Shop",
    ".shop",
    "a..b",
    "a/b",
    "a b",
    "shop\n",
    "a".repeat(65),
    "git-0123456789abcdef",
    "dir-0123456789abcdef",
    7,
  ])("%j may not be the key of a project", (id) => {
    expect(fitsSetting(projectSetting, id)).toBe(false);
  });
});

describe("describeConfig", () => {
  it("every setting is listed with its value and where it came from", () => {
    const rows = describeConfig(
      loadConfig({ env: { WHETSTONE_PROJECT: "shop" }, set: ["criteria.halfLifeDays=30"] }),
    );
    expect(rows.map(({ path }) => path)).toEqual(settingPaths);
    const row = (path: string) => rows.find((each) => each.path === path);
    expect(row("project")).toMatchObject({ value: "shop", from: "environment WHETSTONE_PROJECT" });
    expect(row("criteria.halfLifeDays")).toMatchObject({
      value: 30,
      default: 90,
      unit: "days",
      from: "argument",
    });
    expect(row("plan.maxStrategies")).toMatchObject({ value: 10, default: 10, from: "default" });
  });
});
