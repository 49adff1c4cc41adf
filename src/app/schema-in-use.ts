import type * as z from "zod/mini";
import { $ZodObjectJIT } from "zod/v4/core";

/**
 * A program that calls a verb this often goes on doing so; whoever calls it once does not pay for compiling
 * its schema.
 */
const compileAfter = 50;

const uses = new WeakMap<z.ZodMiniType, { count: number; compiled?: z.core.$ZodType }>();

/**
 * The schema itself at first, and a compiled one that says the same in half the time once it is used in a
 * loop.
 */
export function schemaInUse<Input>(schema: z.ZodMiniType<Input>): z.core.$ZodType<Input> {
  const use = uses.get(schema) ?? { count: 0 };
  if (use.count === 0) uses.set(schema, use);
  use.count += 1;
  const { def } = schema._zod;
  if (use.compiled === undefined && use.count > compileAfter && def.type === "object")
    use.compiled = new $ZodObjectJIT(def as z.core.$ZodObjectDef);
  return (use.compiled ?? schema) as z.core.$ZodType<Input>;
}
