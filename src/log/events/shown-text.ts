import * as z from "zod/mini";

const count = z.int().check(z.nonnegative());

/** The position of a line among the exposures that follow the event. */
const line = z.int().check(z.positive());

/** The caller's own words, of which only the length is kept. */
const own = z.strictObject({ own: z.enum(["task", "context"]), chars: count });

/**
 * A text as it was given to an agent, without the lines of lessons: those are kept only in the exposures, so
 * that forgetting changes one place.
 */
export const shownFrame = z.array(z.union([z.string(), line, own]));

export type ShownFrame = Readonly<z.output<typeof shownFrame>>;

/** The number of left-out lessons that are named. */
export const droppedNamed = 200;

export const droppedLessons = z.array(z.string()).check(z.maxLength(droppedNamed));
