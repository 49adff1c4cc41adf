import { assertedIn } from "./extraction/assertion.js";
import { mentionsIn } from "./extraction/mentions.js";
import { readSentences } from "./extraction/sentences.js";
import type { KnownStrategyLabel } from "./extraction/wordings.js";

export { type KnownStrategyLabel, knownStrategies } from "./extraction/wordings.js";

/**
 * The known strategies that a description says are used, in the order in which they appear, each once.
 * What it warns of, compares with, asks about or quotes as failed is left out. Reads English.
 */
export function extractPatternsFromDescription(text: string): KnownStrategyLabel[] {
  const sentences = readSentences(text);
  const found = sentences.flatMap((sentence, index) =>
    assertedIn(sentence, mentionsIn(sentence.text), sentences[index + 1]).map(({ label }) => label),
  );
  return [...new Set(found)];
}
