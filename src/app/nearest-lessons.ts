import type { Context } from "./context.js";
import { caughtUp } from "./lesson-index.js";
import { lessonKinds } from "./lesson-shelf.js";
import { type AnsweredBy, answeredBy } from "./likeness.js";

export interface NearestInput {
  readonly text: string;
  /** All kinds, if left out. */
  readonly kinds?: readonly (typeof lessonKinds)[number][];
  readonly limit: number;
  /** The least similarity. */
  readonly threshold: number;
}

export interface NearestAnswer extends AnsweredBy {
  /**
   * Best first: the cosine of the vectors; where no model answers, the share of the text's words that a
   * lesson has.
   */
  readonly lessons: readonly { readonly lesson: string; readonly similarity: number }[];
}

/** Lessons by how alike a text they are, and by nothing else. */
export async function nearestLessons(
  context: Context,
  { text, kinds = lessonKinds, limit, threshold }: NearestInput,
): Promise<NearestAnswer> {
  const { project } = context.ledger;
  const index = await caughtUp(context);
  if (index === undefined) throw new Error("an index without a limit is always caught up");
  const { by, matches } = await index.nearest(project, text, { limit, kinds, threshold });
  const { model } = await index.status(project);
  return {
    ...answeredBy(by === "meaning" ? { by: "words and meaning", model } : undefined),
    lessons: matches
      .filter(({ similarity }) => similarity > 0)
      .map(({ id, similarity }) => ({ lesson: id, similarity })),
  };
}
