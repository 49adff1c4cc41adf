import type * as z from "zod/mini";
import { isStorable } from "../../src/base/text/well-formed.js";

/** One of each kind of character that no store keeps. */
export const brokenCharacters = ["\udc00", "\ud83d", "\0", "\ufffe", "\ufdd0", "\u{1ffff}"];

/** Texts of which one fits wherever a schema wants a text of a special form. */
const forms = [
  "x",
  "human",
  "2026-03-01T00:00:00.000Z",
  "01a1e327-47b0-704d-a0d4-3949086b6cce",
  "a".repeat(40),
];
const numbers = [1, 0, 0.5];

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypeDef & Readonly<Record<string, unknown>>;

const defOf = (schema: Schema) => schema._zod.def as Def;
const fits = (schema: Schema, value: unknown) => schema._zod.run({ value, issues: [] }, {});
const isOptional = (schema: Schema) => schema._zod.optin === "optional";

function firstFitting(schema: Schema, values: readonly unknown[]): unknown {
  return values.find((value) => {
    const done = fits(schema, value);
    return !(done instanceof Promise) && done.issues.length === 0;
  });
}

/** A value that a schema takes, with as little in it as possible. */
function smallest(schema: Schema): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape as Readonly<Record<string, Schema>>)
          .filter(([, field]) => !isOptional(field))
          .map(([name, field]) => [name, smallest(field)]),
      );
    case "array":
      return firstFitting(schema, [[], [smallest(def.element as Schema)]]);
    case "string":
      return firstFitting(schema, forms);
    case "number":
      return firstFitting(schema, numbers);
    case "boolean":
      return true;
    case "enum":
      return Object.values(def.entries as object)[0];
    case "literal":
      return (def.values as readonly unknown[])[0];
    case "union":
      return smallest((def.options as readonly Schema[])[0] as Schema);
    case "record":
      return {};
    case "pipe":
      return smallest(def.in as Schema);
    case "nullable":
      return null;
    case "unknown":
      return "x";
    default:
      return smallest(def.innerType as Schema);
  }
}

/** Values that a schema might take, in each of which exactly one text holds this character. */
export function* withBroken(schema: Schema, character: string): Generator<unknown> {
  const def = defOf(schema);
  switch (def.type) {
    case "object":
      yield* brokenObjects(schema, def.shape as Readonly<Record<string, Schema>>, character);
      return;
    case "array":
      for (const each of withBroken(def.element as Schema, character)) yield [each];
      return;
    case "string":
      yield `${smallest(schema) ?? "x"}${character}`;
      yield `${character} and more words`;
      return;
    case "union":
      for (const option of def.options as readonly Schema[]) yield* withBroken(option, character);
      return;
    case "record":
      yield { [`x${character}`]: smallest(def.valueType as Schema) };
      for (const each of withBroken(def.valueType as Schema, character)) yield { x: each };
      return;
    case "pipe":
      yield* withBroken(def.in as Schema, character);
      return;
    case "unknown":
      yield* [`x${character}`, [character], { deep: [{ text: character }] }, { [character]: 1 }];
      return;
    default:
      if (def.innerType !== undefined) yield* withBroken(def.innerType as Schema, character);
  }
}

function* brokenObjects(
  schema: Schema,
  shape: Readonly<Record<string, Schema>>,
  character: string,
): Generator<object> {
  const base = smallest(schema) as object;
  for (const [name, field] of Object.entries(shape))
    for (const each of withBroken(field, character)) yield { ...base, [name]: each };
}

/** Every text in a value, keys included. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...textsIn(each)]);
}

export function brokenIn(value: unknown): readonly string[] {
  return textsIn(value).filter((text) => !isStorable(text));
}
