import type { LoadedConfig } from "./load.js";
import { describeSource } from "./problem.js";
import type { SettingValue, Unit } from "./setting.js";
import { settingsByPath } from "./settings.js";

export interface DescribedSetting {
  readonly path: string;
  readonly value: SettingValue;
  readonly default: SettingValue;
  readonly unit: Unit;
  readonly source: string;
  readonly about: string;
  /** Where the value came from: `default`, `file <path>`, `environment <variable>` or `argument`. */
  readonly from: string;
}

/** Every setting with its value and where it came from, in the order of the table. */
export function describeConfig({ config, project, sources }: LoadedConfig): DescribedSetting[] {
  const groups: Readonly<Record<string, Readonly<Record<string, SettingValue>>>> = config;
  return [...settingsByPath].map(([path, setting]) => {
    const [group = "", name = ""] = path.split(".");
    const value = path === "project" ? project : groups[group]?.[name];
    const { unit, source, about } = setting;
    const from = describeSource(sources.get(path) ?? { from: "default" });
    return { path, value: value ?? setting.default, default: setting.default, unit, source, about, from };
  });
}
