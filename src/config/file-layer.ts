import { readFileSync } from "node:fs";
import { type Claim, claimValue, shown, unknownKey, wrongValue } from "./claim.js";
import { findJsonFault } from "./json-fault.js";
import { configError, type ValueSource } from "./problem.js";
import { settings } from "./settings.js";
import { suggestTopLevel } from "./suggest.js";

/** The claims of a whetstone.json; undefined when there is no such file. */
export function readFileClaims(file: string): Claim[] | undefined {
  const bytes = readBytes(file);
  return bytes === undefined ? undefined : fileClaims(parse(decode(bytes, file), file), file);
}

function readBytes(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "ENOENT") return undefined;
    const reasons: Record<string, string> = {
      EACCES: "this user may not read it",
      EPERM: "this user may not read it",
      EISDIR: "it is a folder",
      ENOTDIR: "a part of its path is not a folder",
      ELOOP: "its links lead in a circle",
    };
    throw configError([{ path: "", message: `${file} cannot be read: ${reasons[code] ?? code}` }], error);
  }
}

/** Drops a byte order mark, as editors on Windows write one. */
function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw configError([{ path: "", message: `${file} is not UTF-8 text` }], error);
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = findJsonFault(text);
    const place = fault === undefined ? "" : `, line ${fault.line}, column ${fault.column}: ${fault.reason}`;
    throw configError([{ path: "", message: `${file} is not JSON${place}` }], error);
  }
}

function fileClaims(content: unknown, file: string): Claim[] {
  const source: ValueSource = { from: "file", file };
  if (isObject(content))
    return Object.entries(content).flatMap(([key, value]) => topLevel(key, value, source));
  return [{ problem: { path: "", message: `${file} must hold a JSON object, not ${shown(content)}` } }];
}

function topLevel(key: string, value: unknown, source: ValueSource): Claim[] {
  if (key === "$schema")
    return typeof value === "string" ? [] : [wrongValue(key, value, source, "the address of a schema")];
  if (key === "project") return [claimValue(key, value, source)];
  if (!Object.hasOwn(settings, key)) return [unknownKey(key, source, suggestTopLevel(key))];
  if (!isObject(value)) return [wrongValue(key, value, source, `an object with settings of ${key}`)];
  return Object.entries(value).map(([name, item]) => claimValue(`${key}.${name}`, item, source));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
