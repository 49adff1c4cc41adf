import * as z from "zod/mini";
import type { InputSchema } from "./define-verb.js";

/** What kind of value a field takes, as far as surfaces without JSON can write it. */
type FieldKind = "text" | "number" | "flag" | "choice" | "texts" | "json";

/** What the surfaces know of a field of an input. */
export interface FieldFacts {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  /** Undefined where there is none. */
  readonly default: unknown;
  readonly about: string;
  readonly choices: readonly string[] | undefined;
}

export function fieldsOf(input: InputSchema): readonly FieldFacts[] {
  return Object.entries(input.shape).map(([name, schema]) => fieldFacts(name, schema));
}

function fieldFacts(name: string, schema: z.ZodMiniType): FieldFacts {
  const { inner, fallback } = unwrapped(schema);
  return {
    name,
    kind: fieldKind(inner),
    required: !["optional", "default"].includes(schema._zod.def.type) && !isOptional(schema),
    default: fallback,
    about: z.globalRegistry.get(schema)?.description ?? "",
    choices: choicesOf(inner),
  };
}

/** What a field may be, or each item of a list. */
function choicesOf(schema: z.core.$ZodType): readonly string[] | undefined {
  const { type, entries, element } = schema._zod.def as z.core.$ZodTypeDef & {
    readonly entries?: Readonly<Record<string, unknown>>;
    readonly element?: z.core.$ZodType;
  };
  if (type === "enum" && entries !== undefined) return Object.values(entries).map(String);
  return type === "array" && element !== undefined ? choicesOf(unwrapped(element).inner) : undefined;
}

/** Optional at any depth of what wraps it, such as a transformed text that may be left out. */
function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === "optional";
}

/** The schema inside of optional, default, nullable and transformed ones. */
function unwrapped(schema: z.core.$ZodType): {
  readonly inner: z.core.$ZodType;
  readonly fallback?: unknown;
} {
  const def = schema._zod.def as z.core.$ZodTypeDef & {
    readonly innerType?: z.core.$ZodType;
    readonly in?: z.core.$ZodType;
    readonly defaultValue?: unknown;
  };
  const below = def.innerType ?? def.in;
  if (below === undefined) return { inner: schema };
  const deeper = unwrapped(below);
  return def.type === "default" ? { inner: deeper.inner, fallback: def.defaultValue } : deeper;
}

function fieldKind(schema: z.core.$ZodType): FieldKind {
  const def = schema._zod.def as z.core.$ZodTypeDef & {
    readonly element?: z.core.$ZodType;
    readonly options?: readonly z.core.$ZodType[];
  };
  // What only a program can pass is not written anywhere.
  const written = def.options?.filter((each) => each._zod.def.type !== "custom") ?? [];
  if (written[0] !== undefined && written.length === 1) return fieldKind(written[0]);
  if (def.type === "string") return "text";
  if (def.type === "number" || def.type === "int") return "number";
  if (def.type === "boolean") return "flag";
  if (def.type === "enum") return "choice";
  if (def.type !== "array" || def.element === undefined) return "json";
  const { inner } = unwrapped(def.element);
  return ["string", "enum"].includes(inner._zod.def.type) ? "texts" : "json";
}
