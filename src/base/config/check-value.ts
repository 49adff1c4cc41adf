import type { NumberSetting, Setting, SettingValue } from "./setting.js";

/** What a value of this setting looks like, in words. */
export function expectedValue(setting: Setting): string {
  switch (setting.kind) {
    case "number":
      return expectedNumber(setting);
    case "boolean":
      return "true or false";
    case "choice":
      return `one of ${setting.choices.map((choice) => JSON.stringify(choice)).join(", ")}`;
    case "string":
      return setting.expected;
    case "list":
      return "at most 100 texts, each one line of 1 to 1000 characters";
  }
}

export const listMaxItems = 100;

/** Whether the value is valid for this setting: type, range and form. */
export function fitsSetting(setting: Setting, value: unknown): value is SettingValue {
  switch (setting.kind) {
    case "number":
      return typeof value === "number" && inRange(value, setting.min, setting.max, setting.integer);
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return typeof value === "string" && setting.choices.includes(value);
    case "string":
      return matchesPattern(value, setting.pattern);
    case "list":
      return (
        Array.isArray(value) &&
        value.length <= listMaxItems &&
        value.every((item) => matchesPattern(item, setting.pattern))
      );
  }
}

/** False for NaN and the infinities: no bound of a setting is infinite. */
function inRange(value: number, min: number, max: number, integer: boolean): boolean {
  return value >= min && value <= max && (!integer || Number.isInteger(value));
}

function matchesPattern(value: unknown, pattern: string): boolean {
  return typeof value === "string" && new RegExp(pattern, "u").test(value);
}

function expectedNumber({ integer, unit, min, max }: NumberSetting): string {
  const inUnit = unit === "none" || unit === "count" ? "" : ` of ${unit}`;
  const kind = unit === "ratio" || unit === "factor" || unit === "score" ? `a ${unit}` : `a number${inUnit}`;
  return `${integer ? kind.replace("a ", "a whole ") : kind} from ${min} to ${max}`;
}
