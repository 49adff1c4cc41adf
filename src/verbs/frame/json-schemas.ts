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

/** What a schema checks and JSON Schema cannot say, such as that two fields fit each other, is left out. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
}
