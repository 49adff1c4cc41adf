import * as z from "zod/mini";
import type { Config } from "../config/settings.js";
import { rankLessons } from "../engines/retrieval/rank-lessons.js";
import { warningOf } from "../engines/strategies/anti-pattern.js";
import type { Progress } from "../store/store.js";
import { admit } from "./admit.js";
import type { Context } from "./context.js";
import { type AnsweredBy, answeredBy } from "./find-similar.js";
import { factsOf } from "./lesson-facts.js";
import { catchUpAll } from "./lesson-index.js";
import { lessonKinds } from "./lesson-shelf.js";
import { rounded } from "./rounded.js";
import { synonymsOf } from "./synonyms.js";

const searchInput = z.strictObject({
  /** What is looked for, in words. */
  text: z.string().check(z.minLength(1), z.maxLength(20_000)),
  kinds: z.optional(z.array(z.enum(lessonKinds)).check(z.maxLength(3))),
  limit: z._default(z.int().check(z.positive(), z.maximum(1_000)), 10),
});

export type SearchInput = z.input<typeof searchInput>;

export interface SearchResult extends AnsweredBy {
  /** How many lessons were looked at, and how many are listed. */
  readonly memory_queried: number;
  readonly patterns_found: number;
  readonly lessons: readonly FoundLesson[];
  /** What could not be used, and how to change that. */
  readonly notes: readonly string[];
}

export interface FoundLesson {
  readonly id: string;
  readonly kind: "strategy" | "anti_pattern" | "insight" | "directive";
  readonly text: string;
  readonly score: number;
  /** Critical and about this: it stands before the rest. */
  readonly pinned: boolean;
  /** What each signal added to the score. */
  readonly why: Readonly<Record<string, number>>;
}

/**
 * Finds lessons of every kind by words and meaning, best first, each with what speaks for it. Shows them to
 * nobody.
 */
export async function search(
  context: Context,
  input: SearchInput,
  onProgress?: Progress,
): Promise<SearchResult> {
  const { text, kinds = lessonKinds, limit } = await admit(context, "search", searchInput, input);
  const { ledger } = context;
  const index = await catchUpAll(context, onProgress);
  const found = await index.find(ledger.project, {
    text,
    synonyms: synonymsOf(context),
    kinds,
    critical: true,
  });
  const status = await index.status(ledger.project);
  return ledger.read(async (reader) => {
    const { candidates, alike } = found;
    const facts = await factsOf(
      context,
      reader,
      candidates.map(({ id }) => id),
    );
    const ranked = rankLessons({
      query: text,
      candidates,
      facts,
      cap: limit,
      settings: ledger.config.retrieval,
      alike,
    });
    return {
      ...answeredBy(found),
      memory_queried: found.searched,
      patterns_found: ranked.length,
      lessons: ranked.map(({ id, score, pinned, avoid, explain }) => ({
        id: avoid ? `anti-${id}` : id,
        kind: kindOf(id, avoid),
        text: shownText(facts.get(id)?.text ?? "", avoid, ledger.config),
        score: rounded(score),
        pinned,
        why: Object.fromEntries(
          Object.entries(explain)
            .filter(([, part]) => part !== 0)
            .map(([name, part]) => [name, rounded(part)]),
        ),
      })),
      notes: status.notes,
    };
  });
}

function kindOf(id: string, avoid: boolean): FoundLesson["kind"] {
  if (avoid) return "anti_pattern";
  const [kind] = id.split("-");
  return kind === "insight" || kind === "directive" ? kind : "strategy";
}

function shownText(text: string, avoid: boolean, { antiPatterns }: Config): string {
  return avoid ? warningOf(text, antiPatterns) : text;
}
