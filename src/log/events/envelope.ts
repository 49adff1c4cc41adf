import * as z from "zod/mini";
import { isStorable } from "../../base/text/well-formed.js";
import { isOrigin, originForms } from "./origin.js";
import { isDay, isoTime, readTime } from "./time.js";

/** What every event carries besides its own data. Optional parts are absent, never null. */
export interface Envelope {
  /** UUIDv7. */
  readonly id: string;
  readonly project: string;
  /** Position in the project's log: 1, 2, 3, … without a gap. */
  readonly seq: number;
  readonly type: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly actor: string;
  /** The author of the text. Set at the first write and never raised: authority comes from it. */
  readonly origin: string;
  readonly run?: string;
  readonly task?: string;
  /** Idempotency key: one project holds one event for it. */
  readonly key?: string;
  /** Version of the schema of `data`. */
  readonly v: number;
}

/** An event as it lies in a log: `data` is the exact JSON text that was written. */
export interface RecordedEvent extends Envelope {
  readonly data: string;
}

/**
 * An id or name that people and agents choose. Never a file path: it may end up in one. Well-formed Unicode
 * only: a database keeps UTF-8, and half a surrogate pair would come back as another text.
 */
export const textId = z.string().check(
  z.minLength(1),
  z.maxLength(200),
  z.refine((id) => !/[/\\\p{Cc}]/u.test(id) && isStorable(id) && !id.includes("..") && id.trim() === id, {
    error: "must not hold '/', '\\', '..', control characters, broken Unicode or outer white space",
  }),
);

/** The name of a role, always in lower case: "Judge" and "judge" are one role. */
export const roleName = textId.check(
  z.refine((name) => name === name.toLowerCase(), { error: "must be in lower case" }),
);

/** An idempotency key: any short visible text. It is only ever compared. */
export const idempotencyKey = z.string().check(
  z.minLength(1),
  z.maxLength(200),
  z.refine((key) => !/\p{Cc}/u.test(key) && isStorable(key), {
    error: "must not hold control characters or broken Unicode",
  }),
);

export const origin = z.string().check(z.maxLength(200), z.refine(isOrigin, { error: originForms }));

/** A time as the log holds it. */
export const utcTime = z.iso.datetime({ precision: 3 });

const timeForms = "must be an ISO 8601 time with its zone, such as 2026-01-31T14:05:00Z";

/** A time that a caller gives, in the form in which the log holds it. A day alone is its midnight in UTC. */
export const givenTime = timeWhere(() => true, `${timeForms}, or a day`);

/** The same for a start of measurement, for which a day alone is too coarse. */
export const givenTimeOfDay = timeWhere((text) => !isDay(text), timeForms);

function timeWhere(fits: (text: string) => boolean, error: string) {
  const time = z.string().check(z.refine((text) => fits(text) && readTime(text) !== undefined, { error }));
  return z.pipe(
    time,
    z.transform((text) => isoTime(readTime(text) ?? Number.NaN)),
  );
}

export const envelope = z.strictObject({
  id: z.uuidv7(),
  seq: z.int().check(z.positive()),
  type: z.string(),
  at: utcTime,
  actor: textId,
  origin,
  run: z.optional(textId),
  task: z.optional(textId),
  key: z.optional(idempotencyKey),
  v: z.int().check(z.positive()),
});

/**
 * One event as one line of JSON, always with the same bytes: fixed order of fields, `data` as it was written.
 * The project is left out, so that a log can move between clones whose project keys differ.
 */
export function eventLine(event: RecordedEvent): string {
  const { id, seq, type, at, actor, origin, run, task, key, v } = event;
  const head = JSON.stringify({ id, seq, type, at, actor, origin, run, task, key, v });
  return `${head.slice(0, -1)},"data":${event.data}}`;
}
