import * as z from "zod/mini";
import type { Config } from "../config/settings.js";
import type { Candidate } from "../engines/retrieval/signals.js";
import type { FindQuery, FoundCandidates, SearchPath } from "../search/find-candidates.js";
import type { WaitOptions } from "../store/ledger.js";
import type { Context } from "./context.js";
import { field } from "./field.js";
import { caughtUp } from "./lesson-index.js";
import { lessonKinds, lessonShelf } from "./lesson-shelf.js";
import type { Shelf } from "./shelf.js";
import { synonymsOf } from "./synonyms.js";

/** How like a text the lessons are that came up for it. */
export interface Likeness {
  readonly by: SearchPath;
  /** The model that compared meanings. */
  readonly model: string | undefined;
  readonly of: ReadonlyMap<string, Candidate>;
  /** How alike two lessons are in meaning. */
  readonly alike: FoundCandidates["alike"];
}

/** Which way answered, for every result that shows lessons. */
export const answeredByOutput = {
  by: field("By what lessons were found.", z.enum(["words", "words and meaning"])),
  model: field("The model that compared meanings; null when words alone did.", z.nullable(z.string())),
};

export interface AnsweredBy {
  readonly by: SearchPath;
  readonly model: string | null;
}

export function answeredBy(like: Pick<Likeness, "by" | "model"> | undefined): AnsweredBy {
  return { by: like?.by ?? "words", model: like?.model ?? null };
}

/** More events than this are not taken in while somebody waits for a prompt. */
export const eventsAtMost = 2_000;

/**
 * Undefined where there is nothing to compare with, or the index is too far behind: words by themselves then
 * decide.
 */
export async function likenessOf(
  context: Context,
  query: Omit<FindQuery, "synonyms">,
  { shelf = lessonShelf, ...options }: WaitOptions & { readonly shelf?: Shelf } = {},
): Promise<Likeness | undefined> {
  if (query.text.trim() === "") return undefined;
  const index = await caughtUp(context, { ...options, shelf, eventsAtMost });
  if (index === undefined) return undefined;
  const found = await index.find(shelf.keyOf(context.ledger.project), {
    ...query,
    synonyms: synonymsOf(context),
  });
  const { by, model, candidates, alike } = found;
  return { by, model, alike, of: new Map(candidates.map((each) => [each.id, each])) };
}

/**
 * How like the text a lesson is, 0 to 1: words and meaning in the shares of the settings. What did not come
 * up is not like it.
 */
export function relevanceIn(found: Candidate | undefined, { meaningWeight }: Config["retrieval"]): number {
  if (found === undefined) return 0;
  if (found.meaning === undefined) return Math.min(1, found.words);
  return Math.min(1, (1 - meaningWeight) * found.words + meaningWeight * found.meaning);
}

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
