import type { Setting, SettingGroup, SettingValue, StringSetting } from "./setting.js";
import { directives } from "./settings/directives.js";
import { evidence } from "./settings/evidence.js";
import { foundation } from "./settings/foundation.js";
import { governance } from "./settings/governance.js";
import { hosts } from "./settings/hosts.js";
import { insights } from "./settings/insights.js";
import { outcomes } from "./settings/outcomes.js";
import { retrieval } from "./settings/retrieval.js";
import { strategies } from "./settings/strategies.js";
import { team } from "./settings/team.js";

/**
 * The settings, by group. A number that is part of a rule, with no reason to change it, is a constant next to
 * the rule.
 */
export const settings = {
  ...foundation,
  ...outcomes,
  ...strategies,
  ...insights,
  ...directives,
  ...evidence,
  ...governance,
  ...retrieval,
  ...hosts,
  ...team,
};

/** The values that rules read: one per setting. */
export type Config = {
  readonly [Group in keyof typeof settings]: {
    readonly [Name in keyof (typeof settings)[Group]]: (typeof settings)[Group][Name] extends {
      readonly default: infer Value;
    }
      ? Value
      : never;
  };
};

/** Derived keys look like `git-<16 hex>` and `dir-<16 hex>`; a chosen key must never look like one. */
export const projectSetting: StringSetting = {
  kind: "string",
  default: "",
  unit: "none",
  pattern: "^(?!.*\\.\\.)(?!(?:git|dir)-[0-9a-f]{16}$)[a-z0-9][a-z0-9._-]{0,63}$",
  expected:
    "1 to 64 of a-z 0-9 . _ -, first a letter or digit, no two dots in a row, " +
    "not git- or dir- with 16 hex digits",
  source: "ours",
  about: "Shared key of the project, so that clones learn together; without it the git folder is the key.",
};

function byPath(): ReadonlyMap<string, Setting> {
  const found = new Map<string, Setting>([["project", projectSetting]]);
  for (const [group, members] of Object.entries<SettingGroup>(settings)) {
    for (const [name, setting] of Object.entries(members)) found.set(`${group}.${name}`, setting);
  }
  return found;
}

/** Each setting under its dotted path, `project` first. */
export const settingsByPath = byPath();
export const settingPaths: readonly string[] = [...settingsByPath.keys()];

/** A whole config: the value given for a path, else the default. The values must have been checked. */
export function configFrom(values: ReadonlyMap<string, SettingValue>): Config {
  const groups = Object.entries<SettingGroup>(settings).map(([group, members]) => {
    const pairs = Object.entries(members).map(
      ([name, setting]) => [name, values.get(`${group}.${name}`) ?? setting.default] as const,
    );
    return [group, Object.freeze(Object.fromEntries(pairs))] as const;
  });
  return Object.freeze(Object.fromEntries(groups)) as Config;
}

export const defaults: Config = configFrom(new Map());
