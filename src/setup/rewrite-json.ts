import { type JsoncPath, setInJsonc, unsetInJsonc } from "./edit-jsonc.js";
import { readJsonc } from "./read-jsonc.js";

type Json = Readonly<Record<string, unknown>>;

/** Objects in objects that are compared by their keys; what lies deeper is exchanged whole. */
const maxDepth = 2;

/** The text of an object, changed where its value is to be another one; every character of the rest stays. */
export function rewriteJson(text: string, wanted: Json): string {
  return rewritten(text, [], readJsonc(text).value as Json, wanted);
}

function rewritten(text: string, path: readonly string[], now: Json, wanted: Json): string {
  const gone = Object.keys(now).filter((key) => !Object.hasOwn(wanted, key));
  const left = gone.reduce((rest, key) => unsetInJsonc(rest, at(path, key), () => false), text);
  return Object.entries(wanted).reduce((rest, [key, value]) => {
    const before = Object.hasOwn(now, key) ? now[key] : undefined;
    if (JSON.stringify(before) === JSON.stringify(value)) return rest;
    if (path.length + 1 < maxDepth && isObject(before) && isObject(value))
      return rewritten(rest, at(path, key), before, value);
    return setInJsonc(rest, at(path, key), value);
  }, left);
}

function at(path: readonly string[], key: string): JsoncPath {
  const [first = key, ...rest] = [...path, key];
  return [first, ...rest];
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
