import { wordOverlap, wordsOf } from "../../reading/language/words.js";
import type { Candidate } from "./signals.js";
import { TriggerIndex } from "./trigger-index.js";

/** A lesson whose words are compared without an index. */
export interface ComparedLesson {
  readonly id: string;
  readonly text: string;
  readonly triggers?: readonly string[];
}

/**
 * What a search would find for each lesson, from the two texts alone: for when there is no index,
 * or it is not up to date.
 */
export function compareByWords(
  task: string,
  lessons: readonly ComparedLesson[],
): ReadonlyMap<string, Candidate> {
  const asked = wordsOf(task);
  const phrases = new TriggerIndex();
  for (const { id, triggers = [] } of lessons) if (triggers.length > 0) phrases.upsert(id, triggers);
  const triggered = phrases.matching(task);
  return new Map(
    lessons.map(({ id, text }) => {
      const words = wordOverlap(asked, wordsOf(text));
      return [id, { id, words, meaning: undefined, trigger: triggered.has(id), synonyms: 0 }];
    }),
  );
}
