import type { Config } from "../config/settings.js";
import type { Candidate } from "../engines/retrieval/signals.js";
import type { WaitOptions } from "../store/store.js";
import type { Context } from "./context.js";
import { caughtUp } from "./lesson-index.js";
import { synonymsOf } from "./synonyms.js";

/** How like a text the lessons are that came up for it. */
export interface Likeness {
  /** True when meanings were compared, not only words. */
  readonly meanings: boolean;
  readonly of: ReadonlyMap<string, Candidate>;
}

/** More events than this are not taken in while somebody waits for a prompt. */
const eventsAtMost = 2_000;

interface LikenessQuery {
  readonly text: string;
  readonly title?: string;
  readonly kinds: readonly string[];
  /** Lessons to compare whatever comes up. */
  readonly also?: readonly string[];
}

/** Undefined where there is nothing to compare with, or the index is too far behind: words by themselves then decide. */
export async function likenessOf(
  context: Context,
  { text, ...query }: LikenessQuery,
  options: WaitOptions = {},
): Promise<Likeness | undefined> {
  if (text.trim() === "") return undefined;
  const index = await caughtUp(context, { ...options, eventsAtMost });
  if (index === undefined) return undefined;
  const found = await index.find(context.ledger.project, { text, ...query, synonyms: synonymsOf(context) });
  return { meanings: found.model !== undefined, of: new Map(found.candidates.map((each) => [each.id, each])) };
}

/** How like the text a lesson is, 0 to 1: words and meaning in the shares of the settings. What did not come up is not like it. */
export function relevanceIn({ of }: Likeness, lesson: string, { meaningWeight }: Config["retrieval"]): number {
  const found = of.get(lesson);
  if (found === undefined) return 0;
  if (found.meaning === undefined) return Math.min(1, found.words);
  return Math.min(1, (1 - meaningWeight) * found.words + meaningWeight * found.meaning);
}
