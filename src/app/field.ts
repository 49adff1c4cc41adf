import * as z from "zod/mini";

/** A field of an input or a result with its meaning, which help, tools, schemas and docs show. */
export function field<Schema extends z.ZodMiniType>(about: string, schema: Schema): Schema {
  const own = z.clone(schema);
  z.globalRegistry.add(own, { description: about });
  return own;
}
