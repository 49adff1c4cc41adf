import { sha256Of } from "../../../base/text/sha256.js";

/** A sentence is proposed anew after it was put away, or by a person after an agent: never this often. */
const mostInSameWords = 50;

/**
 * The ids that a directive may have: hashes of its text, whose first characters are enough in an
 * acknowledgement. A text that took the place of another in the same words has a later one, since that one
 * keeps its id.
 */
export function* directiveIds(text: string): Generator<string, void, undefined> {
  const normal = text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
  for (let number = 0; number < mostInSameWords; number += 1)
    yield `directive-${sha256Of(number === 0 ? normal : `${normal}\n${number}`).slice(0, 16)}`;
}

/** The first of them. */
export function directiveId(text: string): string {
  const [first = ""] = directiveIds(text);
  return first;
}

/**
 * Whether an id is one of a text. Anybody can compute the id of a sentence before somebody writes it: an id
 * with other words would put those in its place.
 */
export function isIdOf(lesson: string, text: string): boolean {
  for (const id of directiveIds(text)) if (id === lesson) return true;
  return false;
}
