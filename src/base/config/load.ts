import type { Claim } from "./claim.js";
import type { Variables } from "./environment.js";
import { argumentClaims, environmentClaims, fileClaims, readConfigText } from "./layers.js";
import { configError, type Problem, type ValueSource } from "./problem.js";
import { brokenRelations } from "./relations.js";
import type { SettingValue } from "./setting.js";
import { type Config, configFrom, defaults, settingPaths } from "./settings.js";

export interface LoadOptions {
  /** Absolute path of a whetstone.json; it need not exist. */
  readonly file?: string | undefined;
  /** What stands for the file's text, which is not read then; null for no file. */
  readonly text?: string | null | undefined;
  readonly env?: Variables | undefined;
  /** Assignments such as `criteria.halfLifeDays=30`. */
  readonly set?: readonly string[] | undefined;
}

export interface LoadedConfig {
  readonly config: Config;
  /** The project's shared key, when one is set. */
  readonly project: string | undefined;
  /** Where the value of each setting came from. */
  readonly sources: ReadonlyMap<string, ValueSource>;
  /** The whetstone.json that was read; undefined when there is none. */
  readonly file: string | undefined;
  /** Its text; null when there is none. */
  readonly text: string | null;
  /** Why the file is not followed as it is; then what it last said holds. */
  readonly fault?: string | undefined;
  /** What was ignored, in whole sentences for a person. */
  readonly warnings: readonly string[];
  /** Settings that the file names and that do not hold, each with the reason. */
  readonly ignored: ReadonlyMap<string, string>;
}

/**
 * Defaults, file, environment, arguments: the later wins. Throws one `invalid_config` that lists every
 * problem.
 */
export function loadConfig({ file, text: given, env = {}, set = [] }: LoadOptions = {}): LoadedConfig {
  const text = file === undefined ? null : given === undefined ? (readConfigText(file) ?? null) : given;
  const fromFile = file === undefined || text === null ? [] : fileClaims(text, file);
  const claims = [...fromFile, ...environmentClaims(env), ...argumentClaims(set)];
  throwProblems(claims.flatMap((claim) => ("problem" in claim ? [claim.problem] : [])));
  const { values, sources } = settleClaims(claims);
  const config = configFrom(values);
  throwProblems(brokenRelations(config));
  const project = values.get("project");
  return {
    config,
    project: typeof project === "string" ? project : undefined,
    sources,
    file: text === null ? undefined : file,
    text,
    warnings: claims.flatMap((claim) => ("warning" in claim ? [claim.warning] : [])),
    ignored: new Map(),
  };
}

/** These settings with others in their place. Throws as `loadConfig` does. */
export function changedConfig(config: Config, set: readonly string[]): Config {
  const claims = argumentClaims(set);
  throwProblems(claims.flatMap((claim) => ("problem" in claim ? [claim.problem] : [])));
  const changed = configFrom(new Map([...valuesOf(config), ...settleClaims(claims).values]));
  throwProblems(brokenRelations(changed));
  return changed;
}

/** Settings as assignments that give them again, without those that have their default. */
export function assignmentsOf(config: Config): readonly string[] {
  const usual = valuesOf(defaults);
  return [...valuesOf(config)]
    .map(([path, value]) => ({ path, value, text: JSON.stringify(value) }))
    .filter(({ path, text }) => text !== JSON.stringify(usual.get(path)))
    .map(({ path, value, text }) => `${path}=${typeof value === "string" ? value : text}`);
}

function valuesOf(config: Config): ReadonlyMap<string, SettingValue> {
  const groups = Object.entries(config as Readonly<Record<string, Readonly<Record<string, SettingValue>>>>);
  return new Map(
    groups.flatMap(([group, values]) =>
      Object.entries(values).map(([name, value]) => [`${group}.${name}`, value] as const),
    ),
  );
}

function throwProblems(problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first !== undefined) throw configError([first, ...others]);
}

function settleClaims(claims: readonly Claim[]) {
  const values = new Map<string, SettingValue>();
  const sources = new Map<string, ValueSource>(settingPaths.map((path) => [path, { from: "default" }]));
  for (const claim of claims) {
    if (!("value" in claim)) continue;
    values.set(claim.path, claim.value);
    sources.set(claim.path, claim.source);
  }
  return { values, sources };
}
