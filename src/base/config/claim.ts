import { nearest } from "../text/nearest.js";
import { expectedValue, fitsSetting } from "./check-value.js";
import { describeSource, type Problem, type ValueSource } from "./problem.js";
import type { Setting, SettingValue } from "./setting.js";
import { settingPaths, settings, settingsByPath } from "./settings.js";

/** One value for one setting from one place, or what is wrong with it. */
export type Claim =
  | { readonly path: string; readonly value: SettingValue; readonly source: ValueSource }
  | { readonly problem: Problem }
  | { readonly warning: string };

export function claimValue(path: string, value: unknown, source: ValueSource): Claim {
  const setting = settingsByPath.get(path);
  if (setting === undefined) return unknownKey(path, source, suggestPath(path));
  if (fitsSetting(setting, value)) return { path, value, source };
  return wrongSetting(path, value, source, expectedValue(setting));
}

/** As `claimValue`, for a value that arrives as text. */
export function claimText(path: string, text: string, source: ValueSource): Claim {
  const setting = settingsByPath.get(path);
  return claimValue(path, setting === undefined ? text : parseValue(setting, text), source);
}

/**
 * A file is shared and a variable lives in profiles: a name that only a newer or an older version knows, or
 * that nobody knows, is ignored with a warning and stops nothing. A person who types an argument expects it to
 * have an effect.
 */
export function unknownKey(path: string, source: ValueSource, suggestion: string | undefined): Claim {
  const message = `${path} (${describeSource(source)}) is not a setting`;
  const meant = suggestion === undefined ? undefined : `did you mean ${suggestion}?`;
  if (source.from !== "argument")
    return { warning: `${message}${meant === undefined ? "" : ` (${meant})`}, and is ignored` };
  if (suggestion === undefined) return { problem: { path, message } };
  return { problem: { path, message: `${message}; ${meant}`, suggestion } };
}

export function wrongSetting(path: string, value: unknown, source: ValueSource, expected: string): Claim {
  return {
    problem: {
      path,
      message: `${path} (${describeSource(source)}) is ${shortValue(value)}; expected ${expected}`,
    },
  };
}

/** A value as a person wrote it, short enough for a message. */
export function shortValue(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** As `suggestPath`, for a wrong key at the top level of the file. */
export function suggestTopLevel(key: string): string | undefined {
  if (settingPaths.includes(key)) return `{ "${key.replace(".", '": { "')}": … } }`;
  return nearest(key, ["project", ...Object.keys(settings)]) ?? suggestPath(key);
}

/** The known path that a wrong one was probably meant to be: a typo, or the right name in the wrong group. */
function suggestPath(path: string): string | undefined {
  return nearest(path, settingPaths) ?? sameName(path);
}

function sameName(path: string): string | undefined {
  const name = lastPart(path);
  const named = settingPaths.filter((known) => lastPart(known).toLowerCase() === name.toLowerCase());
  return named.length === 1 ? named[0] : undefined;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The value that a text from the environment or an argument means; the text itself when it means none. */
function parseValue(setting: Setting, text: string): unknown {
  const trimmed = text.trim();
  switch (setting.kind) {
    case "number":
      return decimal.test(trimmed) ? Number(trimmed) : text;
    case "boolean":
      return trimmed === "true" ? true : trimmed === "false" ? false : text;
    case "list":
      return parseList(trimmed);
    case "choice":
    case "string":
      return text;
  }
}

/** `a, b` or, for items with commas, `["a, b", "c"]`. */
function parseList(text: string): unknown {
  if (text === "") return [];
  if (!text.startsWith("[")) return text.split(",").map((item) => item.trim());
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
