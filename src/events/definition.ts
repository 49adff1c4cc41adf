import type * as z from "zod/mini";
import type { Envelope } from "./envelope.js";

/**
 * One event type: its current schema, and how each older version becomes the next one.
 * `upcasts[0]` turns version 1 into version 2, and so on; there are exactly `v - 1` of them.
 */
export interface EventDefinition<Type extends string = string, Schema extends z.ZodMiniType = z.ZodMiniType> {
  readonly type: Type;
  readonly v: number;
  readonly data: Schema;
  readonly upcasts: readonly Upcast[];
}

/** `envelope` is the event's own: it never changes with the version. */
export type Upcast = (old: Record<string, unknown>, envelope: Envelope) => Record<string, unknown>;

/** The schema is made when it is first asked for: a program that appends events checks none by it. */
export function defineEvent<const Type extends string, Schema extends z.ZodMiniType>(
  type: Type,
  schema: () => Schema,
  upcasts: readonly Upcast[] = [],
): EventDefinition<Type, Schema> {
  let made: Schema | undefined;
  return {
    type,
    v: upcasts.length + 1,
    get data() {
      made ??= schema();
      return made;
    },
    upcasts,
  };
}
