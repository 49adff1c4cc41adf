import * as z from "zod/mini";

/** A field of an input or a result with its meaning, which help, tools, schemas and docs show. */
export function field<Schema extends z.ZodMiniType>(about: string, schema: Schema): Schema {
  const own = z.clone(schema);
  z.globalRegistry.add(own, { description: about });
  return own;
}

/** A field that goes back to the caller as it came and is never written: not even a broken character changes. */
export function verbatimField<Schema extends z.ZodMiniType>(about: string, schema: Schema): Schema {
  const own = z.clone(schema);
  z.globalRegistry.add(own, { description: about, verbatim: true });
  return own;
}

/** The names of those fields in an input. */
export function verbatimFields(schema: z.ZodMiniType): readonly string[] {
  const { def } = schema._zod;
  const shape = "shape" in def ? (def.shape as Readonly<Record<string, z.ZodMiniType>>) : {};
  return Object.keys(shape).filter((name) => {
    const own = shape[name];
    return own !== undefined && z.globalRegistry.get(own)?.verbatim === true;
  });
}
