import type * as z from "zod/mini";
import type { Envelope } from "./envelope.js";
import type { Story } from "./moment.js";

/**
 * One event type: its current schema, and how each older version becomes the next one.
 * `upcasts[0]` turns version 1 into version 2, and so on; there are exactly `v - 1` of them.
 */
export interface EventDefinition<Type extends string = string, Schema extends z.ZodMiniType = z.ZodMiniType>
  extends Story<z.output<Schema>> {
  readonly type: Type;
  readonly v: number;
  readonly data: Schema;
  readonly upcasts: readonly Upcast[];
  readonly decidedBy: Decider | ((event: Decision) => Decider);
  readonly raw: readonly string[];
  readonly touches: readonly Page[] | undefined;
}

/** `envelope` is the event's own: it never changes with the version. */
type Upcast = (old: Record<string, unknown>, envelope: Envelope) => Record<string, unknown>;

/**
 * Whose decision an event is. A hub takes a decision only from a key that may make it, and an import takes
 * none over.
 */
export type Decider =
  /** A fact, or an announcement of what every reader counts by itself. */
  | "nobody"
  /** It holds for everybody in the project; in a team only a lead may decide it. */
  | "person"
  /** A person's words in a session. */
  | "prompt"
  /** A program found it in a person's working folder, and nobody can look it up in the log. */
  | "person's machine"
  /** The same, where it takes a rule out of force: in a team only a lead's machine is believed. */
  | "lead's machine"
  /** What only the owner of a log does to it: forgetting, and letting members in. */
  | "owner";

/** What a decision is read from: an event in its current version. */
export interface Decision {
  readonly origin: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventOptions<Data> extends Story<Data> {
  readonly decidedBy: Decider | ((event: Decision) => Decider);
  readonly upcasts?: readonly Upcast[];
  /** Fields with what a tool was given or printed, word for word: a team gets them only if it shares everything. */
  readonly raw?: readonly string[];
  /** The pages beside the log that show what it changes; all of them, if left out. */
  readonly touches?: readonly Page[];
}

type Page = "today" | "lessons" | "sessions" | "rules" | "evidence" | "policy" | "team";

/** The pages that show lessons and what came of them. */
export const lessonPages = ["today", "lessons", "sessions", "evidence"] as const;

/** The schema is made when it is first asked for: a program that appends events checks none by it. */
export function defineEvent<const Type extends string, Schema extends z.ZodMiniType>(
  type: Type,
  schema: () => Schema,
  { upcasts = [], raw = [], touches, ...rest }: EventOptions<z.output<Schema>>,
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
    raw,
    touches,
    ...rest,
  };
}
