import { expectedValue, fitsSetting } from "./check-value.js";
import { parseValue } from "./parse-value.js";
import { describeSource, type Problem, type ValueSource } from "./problem.js";
import type { SettingValue } from "./setting.js";
import { settingsByPath } from "./settings.js";
import { suggestPath } from "./suggest.js";

/** One value for one setting from one place, or what is wrong with it. */
export type Claim =
  | { readonly path: string; readonly value: SettingValue; readonly source: ValueSource }
  | { readonly problem: Problem };

export function claimValue(path: string, value: unknown, source: ValueSource): Claim {
  const setting = settingsByPath.get(path);
  if (setting === undefined) return unknownKey(path, source, suggestPath(path));
  if (fitsSetting(setting, value)) return { path, value, source };
  return wrongValue(path, value, source, expectedValue(setting));
}

/** As `claimValue`, for a value that arrives as text. */
export function claimText(path: string, text: string, source: ValueSource): Claim {
  const setting = settingsByPath.get(path);
  return claimValue(path, setting === undefined ? text : parseValue(setting, text), source);
}

export function unknownKey(path: string, source: ValueSource, suggestion: string | undefined): Claim {
  const message = `${path} (${describeSource(source)}) is not a setting`;
  if (suggestion === undefined) return { problem: { path, message } };
  return { problem: { path, message: `${message}; did you mean ${suggestion}?`, suggestion } };
}

export function wrongValue(path: string, value: unknown, source: ValueSource, expected: string): Claim {
  return {
    problem: {
      path,
      message: `${path} (${describeSource(source)}) is ${shown(value)}; expected ${expected}`,
    },
  };
}

/** A value as a person wrote it, short enough for a message. */
export function shown(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
