import * as z from "zod/mini";
import type { Verb } from "./define-verb.js";

/** A JSON schema as it goes over the wire. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type VerbSchemas = Pick<Verb, "input" | "output" | "stream">;

/** What a caller may send. */
export function inputSchema(verb: VerbSchemas): JsonSchema {
  return jsonSchemaOf(verb.input, "input");
}

/** What a caller gets back; for a stream, all of its items in one object. */
export function resultSchema({ output, stream }: VerbSchemas): JsonSchema {
  return jsonSchemaOf(
    stream === undefined ? output : z.strictObject({ [stream]: z.array(output) }),
    "output",
  );
}

/**
 * What a schema checks and JSON Schema cannot say, such as that two fields fit each other, is left out, and so
 * is what only a program in the same process can pass.
 */
export function jsonSchemaOf(schema: z.ZodMiniType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any", override: withoutAnything }) as JsonSchema;
}

function withoutAnything({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const said = jsonSchema.anyOf?.filter((each) => Object.keys(each).length > 0);
  if (said === undefined || said.length === jsonSchema.anyOf?.length) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, said.length === 1 ? said[0] : { anyOf: said });
}
