import { withoutPassword } from "../text/without-password.js";
import { settingValue, sourceOf, whyIgnored } from "./foreign-settings.js";
import type { LoadedConfig } from "./load.js";
import type { SettingValue, Unit } from "./setting.js";
import { settingsByPath } from "./settings.js";

export interface DescribedSetting {
  readonly path: string;
  readonly value: SettingValue;
  readonly default: SettingValue;
  readonly unit: Unit;
  readonly source: string;
  readonly about: string;
  /**
   * Where the value came from: `default`, `file <path>`, `environment <variable>` or `argument`; after
   * `default, not` what was ignored and why.
   */
  readonly from: string;
}

/** Every setting with its value and where it came from, in the order of the table. */
export function describeConfig(loaded: LoadedConfig): DescribedSetting[] {
  return [...settingsByPath].map(([path, setting]) => {
    const { unit, source, about } = setting;
    const ignored = whyIgnored(loaded, path);
    const given = ignored === undefined ? (settingValue(loaded, path) ?? setting.default) : setting.default;
    const value = path === "store.url" ? withoutPassword(String(given)) : given;
    const from = ignored === undefined ? sourceOf(loaded, path) : `default, not ${ignored}`;
    return { path, value, default: setting.default, unit, source, about, from };
  });
}
