import { expectedValue, fitsSetting } from "../../config/check-value.js";
import type { SettingGroup } from "../../config/setting.js";
import { type Config, defaults, settings } from "../../config/settings.js";
import { refuse } from "./expect.js";

/**
 * The settings of one group with a caller's values laid over the defaults, each checked as a config file's
 * would be. `names` says which setting a foreign name means; names of other groups are left aside.
 */
export function tunedSettings<Group extends keyof Config>(
  group: Group,
  values: object,
  names: Readonly<Record<string, string>>,
): Config[Group] {
  // A frozen object cannot change, so what it means is worked out once: folds ask for every event.
  if (!Object.isFrozen(values)) return laidOver(group, values, names);
  const known = settled.get(values);
  if (known?.group === group) return known.settings as Config[Group];
  const fresh = laidOver(group, values, names);
  settled.set(values, { group, settings: fresh });
  return fresh;
}

const settled = new WeakMap<object, { readonly group: keyof Config; readonly settings: object }>();

function laidOver<Group extends keyof Config>(
  group: Group,
  values: object,
  names: Readonly<Record<string, string>>,
): Config[Group] {
  const members: SettingGroup = settings[group];
  const tuned = Object.entries(values).flatMap(([key, value]) => {
    const name = names[key] ?? key;
    const setting = Object.hasOwn(members, name) ? members[name] : undefined;
    if (setting === undefined || value === undefined) return [];
    return [[name, fitsSetting(setting, value) ? value : refuse(key, value, expectedValue(setting))]];
  });
  return { ...defaults[group], ...Object.fromEntries(tuned) };
}
