import type { LoadedConfig } from "./load.js";
import { describeSource } from "./problem.js";
import type { SettingValue } from "./setting.js";
import { type Config, configFrom, settingPaths, settingsByPath } from "./settings.js";

/**
 * Settings by which the author of a whetstone.json could reach beyond its folder, raise somebody's authority,
 * or lower a protection. Such a value holds only once the person at this machine has accepted it: any that is
 * not the default, or one below or above the default.
 */
const askingSettings: Readonly<Record<string, "any" | "below" | "above">> = {
  // Another project's lessons, a database of the author's choice, or none that lasts.
  project: "any",
  "store.folder": "any",
  "store.kind": "any",
  "store.synchronous": "any",
  "store.busyWaitMs": "below",
  "store.backupsKept": "below",
  // Who reviews, who is the architect, and who judges whom.
  "hosts.mainRole": "any",
  "hosts.reviewerRoles": "any",
  // Limits of adapters for which no agent is stopped.
  "hosts.askForPolicy": "any",
  "insights.pairs": "any",
  // Words in every prompt, and a model that is loaded or downloaded.
  "antiPatterns.prefix": "any",
  "retrieval.embedder": "any",
  "retrieval.modelDownloads": "any",
  // Rules that no longer fit into a prompt, and checks that are given up before they have begun.
  "directives.briefMax": "below",
  "directives.briefMaxBytes": "below",
  "hosts.contextMaxBytes": "below",
  "hosts.quoteRules": "any",
  "insights.budgetTokens": "below",
  "insights.adversarialBudgetTokens": "below",
  "insights.briefLimitMs": "below",
  "insights.captureLimitMs": "below",
  // Events of agents that the server refuses or is not there for.
  "server.bodyMaxBytes": "any",
  "server.hookMaxBytes": "any",
  "server.idleMs": "below",
  "server.projectIdleMs": "below",
  // Calls that run although they failed in the same way before, and violations without consequences.
  "reflection.atTheCall": "any",
  "directives.escalateAfterViolations": "above",
  "directives.escalateWithinDays": "below",
  // Limits that are learned later, or are wider. The weights make one sum, so they hold together.
  "reliability.successWeight": "any",
  "reliability.retryWeight": "any",
  "reliability.qualityWeight": "any",
  "policy.minOutcomes": "above",
  "policy.approvalBelowScore": "below",
  "policy.approvalOccurrences": "above",
  "policy.riskyBelowScore": "below",
  "policy.riskyMultiplier": "below",
  "policy.trustedAboveScore": "below",
  "policy.trustedMultiplier": "below",
  "policy.fewerRetriesBelowScore": "below",
  "policy.fewerRetries": "above",
  "policy.usualRetries": "above",
  "policy.baseMaxRetries": "above",
};

/**
 * What only the environment and arguments set: what runs here, which other projects can be reached, and the
 * server that is sent all that is learned.
 */
const onlyYours = new Set(["directives.predicateCommands", "hosts.mcpProjects", "store.url", "team.share"]);

/** Also what costs money. */
function isOnlyYours(path: string): boolean {
  return path.startsWith("model.") || onlyYours.has(path);
}

/** The requests of the file; a value that the environment or an argument sets is the person's own. */
export function askedByFile(
  loaded: LoadedConfig,
): readonly { readonly setting: string; readonly value: string }[] {
  return Object.entries(askingSettings).flatMap(([setting, when]) => {
    const value = settingValue(loaded, setting);
    const isFromFile = loaded.sources.get(setting)?.from === "file";
    if (!isFromFile || value === undefined || !asks(setting, value, when)) return [];
    return [{ setting, value: typeof value === "string" ? value : JSON.stringify(value) }];
  });
}

function asks(setting: string, value: SettingValue, when: "any" | "below" | "above"): boolean {
  const usual = settingsByPath.get(setting)?.default;
  if (when === "any") return JSON.stringify(value) !== JSON.stringify(usual);
  return when === "below" ? Number(value) < Number(usual) : Number(value) > Number(usual);
}

/** The same without the file's values for these settings. */
export function withoutFileValues(loaded: LoadedConfig, paths: readonly string[]): LoadedConfig {
  if (paths.length === 0) return loaded;
  const kept = settingPaths.filter((path) => !paths.includes(path));
  const values = kept.flatMap((path): [string, SettingValue][] => {
    const value = settingValue(loaded, path);
    return value === undefined ? [] : [[path, value]];
  });
  const ignored = paths.map(
    (path) => [path, `${sourceOf(loaded, path)}, which you have not accepted`] as const,
  );
  return {
    ...loaded,
    config: configFrom(new Map(values)),
    project: paths.includes("project") ? undefined : loaded.project,
    sources: new Map([...loaded.sources, ...paths.map((path) => [path, { from: "default" }] as const)]),
    ignored: new Map([...loaded.ignored, ...ignored]),
  };
}

/** Why the file does not decide a setting that it names; undefined where it does, or names nothing. */
export function whyIgnored(loaded: LoadedConfig, path: string): string | undefined {
  const isYours = isOnlyYours(path) && loaded.sources.get(path)?.from === "file";
  return isYours ? `${sourceOf(loaded, path)}, which cannot set it` : loaded.ignored.get(path);
}

/** A file in a clone cannot decide that more leaves the machine than its person has agreed to. */
export function ownShare({
  config,
  sources,
}: Pick<LoadedConfig, "config" | "sources">): Config["team"]["share"] {
  return sources.get("team.share")?.from === "file" ? "lessons" : config.team.share;
}

export function sourceOf({ sources }: LoadedConfig, path: string): string {
  return describeSource(sources.get(path) ?? { from: "default" });
}

/** The value in force; undefined for a project without a key of its own. */
export function settingValue({ config, project }: LoadedConfig, path: string): SettingValue | undefined {
  if (path === "project") return project;
  const [group = "", name = ""] = path.split(".");
  return (config as Readonly<Record<string, Readonly<Record<string, SettingValue>>>>)[group]?.[name];
}
