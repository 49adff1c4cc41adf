import { isLink } from "../files/make-folder.js";
import { readForeign } from "../files/read-foreign.js";
import { nearest } from "../text/nearest.js";
import {
  type Claim,
  claimText,
  claimValue,
  shortValue,
  suggestTopLevel,
  unknownKey,
  wrongSetting,
} from "./claim.js";
import { environmentName, reservedVariables, type Variables } from "./environment.js";
import { findJsonFault } from "./json-fault.js";
import { configError, type ValueSource } from "./problem.js";
import { settingPaths, settings } from "./settings.js";

/** The text of a whetstone.json; undefined when there is no such file. */
export function readConfigText(file: string): string | undefined {
  const bytes = readConfigFile(file);
  return bytes === undefined ? undefined : decode(bytes, file);
}

/** All settings with long texts take a hundredth of it. */
const maxBytes = 1_048_576;

function readConfigFile(file: string): Uint8Array | undefined {
  const read = readForeign(file, { maxBytes });
  if ("bytes" in read) return read.bytes;
  if ("absent" in read && !isLink(file)) return undefined;
  const { fault, cause } = "absent" in read ? { fault: "its link leads nowhere", cause: undefined } : read;
  throw configError([{ path: "", message: `${file} cannot be read: ${fault}` }], cause);
}

/** Drops a byte order mark, as editors on Windows write one. */
function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw configError([{ path: "", message: `${file} is not UTF-8 text` }], error);
  }
}

function parseConfig(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = findJsonFault(text);
    const place = fault === undefined ? "" : `, line ${fault.line}, column ${fault.column}: ${fault.reason}`;
    throw configError([{ path: "", message: `${file} is not JSON${place}` }], error);
  }
}

/** The claims of a whetstone.json with this text. */
export function fileClaims(text: string, file: string): Claim[] {
  const content = parseConfig(text, file);
  const source: ValueSource = { from: "file", file };
  if (isObject(content))
    return Object.entries(content).flatMap(([key, value]) => topLevel(key, value, source));
  return [{ problem: { path: "", message: `${file} must hold a JSON object, not ${shortValue(content)}` } }];
}

const groups: ReadonlySet<string> = new Set(Object.keys(settings));

function topLevel(key: string, value: unknown, source: ValueSource): Claim[] {
  if (key === "$schema")
    return typeof value === "string" ? [] : [wrongSetting(key, value, source, "the address of a schema")];
  if (key === "project") return [claimValue(key, value, source)];
  if (!groups.has(key)) return [unknownKey(key, source, suggestTopLevel(key))];
  if (!isObject(value)) return [wrongSetting(key, value, source, `an object with settings of ${key}`)];
  return Object.entries(value).map(([name, item]) => claimValue(`${key}.${name}`, item, source));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The claims of `WHETSTONE_*` variables. An empty variable counts as not set. */
export function environmentClaims(variables: Variables): Claim[] {
  const given = Object.entries(variables).filter(
    ([name, text]) => isOwnVariable(name) && text !== undefined && text !== "",
  );
  if (given.length === 0) return [];
  const known = settingPaths.map((path) => [environmentName(path), path] as const);
  const paths = new Map(known);
  return given.map(([variable, text = ""]) => {
    const source: ValueSource = { from: "environment", variable };
    const path = paths.get(variable);
    if (path !== undefined) return claimText(path, text, source);
    const names = [...known.map(([name]) => name), ...reservedVariables];
    return unknownKey(variable, source, nearest(variable, names));
  });
}

function isOwnVariable(variable: string): boolean {
  const reserved: readonly string[] = reservedVariables;
  return variable.startsWith("WHETSTONE_") && !reserved.includes(variable);
}

/** The claims of arguments such as `criteria.halfLifeDays=30`; a later one wins over an earlier. */
export function argumentClaims(assignments: readonly string[]): Claim[] {
  return assignments.map((assignment) => {
    const split = assignment.indexOf("=");
    if (split >= 1)
      return claimText(assignment.slice(0, split).trim(), assignment.slice(split + 1), { from: "argument" });
    return {
      problem: {
        path: assignment,
        message: `${shortValue(assignment)} (argument) is not of the form path=value`,
      },
    };
  });
}
