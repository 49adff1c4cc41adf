import * as z from "zod/mini";

const count = z.int().check(z.nonnegative());

/** The position of a line among the exposures that follow the event. */
const line = z.int().check(z.positive());

/** The caller's own words, which are too long to be kept, or nobody asked to keep. */
const own = z.strictObject({ own: z.enum(["task", "context"]), chars: count });

/**
 * A text as it was given to an agent, without the lines of lessons: those are in the exposures, which is where
 * they are forgotten.
 */
export const shownFrame = z.array(z.union([z.string(), line, own]));

export type ShownFrame = Readonly<z.output<typeof shownFrame>>;

/** How many of the lessons that had no room are named. */
export const droppedNamed = 200;

export const droppedLessons = z.array(z.string()).check(z.maxLength(droppedNamed));
