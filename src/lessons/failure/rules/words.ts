import { digest } from "../../../base/text/digest.js";
import { lineForm, withoutVolatile } from "../../../reading/output.js";
import { plainText, type QuotedCall, withoutDocuments, withoutProse } from "./call.js";

/** As much of a call as tells it from others. */
const callChars = 300;

const path = /(?:~|\.{1,2})?\/[^\s:,"'`)]+|\b[\w.-]+(?:\/[\w.@-]+)+/g;
const quoted = /"[^"]*"|`[^`]*`|'[^']*'|‘[^’]*’/g;
const partsOfPaths = /[\p{L}\p{N}_@#-]*[\p{L}\p{N}_][\p{L}\p{N}_@#-]*/gu;
const wholeNames = /[\p{L}\p{N}_@#.:=-]*[\p{L}\p{N}_][\p{L}\p{N}_@#.:=-]*/gu;
const causeNames = /[\p{L}\p{N}_#'-]*[\p{L}\p{N}_][\p{L}\p{N}_#'-]*/gu;

/** The words of a call by which its repeats are known: no messages, here-documents, numbers and hashes. */
export function callWords(call: QuotedCall): readonly string[] {
  return inOrder([`t:${call.tool}`, ...(maskedCall(call).match(partsOfPaths) ?? [])]);
}

/** The words of a call without its paths: calls of one form are expected to end alike. */
export function formOfCall(call: QuotedCall): readonly string[] {
  return inOrder([`t:${call.tool}`, ...(maskedCall(call).replace(path, " / ").match(wholeNames) ?? [])]);
}

function maskedCall({ text }: QuotedCall): string {
  return withoutVolatile(plainText(withoutDocuments(withoutProse(text))).slice(0, callChars));
}

/** The words of a causing line: no paths, no quoted parts. */
export function causeWords(line: string): readonly string[] {
  const bare = withoutVolatile(line).replace(path, " / ").replace(quoted, " q ");
  return inOrder(bare.match(causeNames) ?? []);
}

function inOrder(words: readonly string[]): readonly string[] {
  return [...new Set(words.map((word) => word.toLowerCase()))].sort();
}

/** Known again is the very call: by its words, whatever their order. */
export function callKey(call: QuotedCall): string {
  return digest(callWords(call).join(" "));
}

/**
 * The key of a failure: what failed and why, and nothing else, so that every machine makes the same of the same
 * texts.
 */
export function failureKey(call: QuotedCall, line: string): string {
  return digest([call.tool, formOfCall(call).join(" "), lineForm(line)].join("\n"));
}

/** In how many of all keys a word stands. */
interface WordWeights {
  readonly keys: number;
  readonly keysWith: (word: string) => number;
}

/** As if every word were as rare as any other. */
const alike: WordWeights = { keys: 0, keysWith: () => 0 };
export const evenWeights = { call: alike, cause: alike };

/** What a word says, in thousandths: the rarer, the more. */
function weightOf(word: string, { keys, keysWith }: WordWeights): number {
  return Math.round(1_000 * (Math.log((keys + 2) / (keysWith(word) + 1)) + 0.1));
}

/** The words of a failure: those of its call, those of its causing line. */
export interface FailureWords {
  readonly call: readonly string[];
  readonly cause: readonly string[];
}

export interface FailureWeights {
  readonly call: WordWeights;
  readonly cause: WordWeights;
}

export function wordsOfFailure(call: QuotedCall, line: string): FailureWords {
  return { call: callWords(call), cause: causeWords(line) };
}

/** Two failures at least this alike, in thousandths, are of one family. */
export const leastLikeness = 550;

/** How alike two failures are, in thousandths: half by the words of their calls, half by those of their causes. */
export function likeness(one: FailureWords, other: FailureWords, weights: FailureWeights): number {
  return Math.floor(
    (sharedWeight(one.call, other.call, weights.call) + sharedWeight(one.cause, other.cause, weights.cause)) /
      2,
  );
}

/** The weight of the common words among that of all, in thousandths. Without words nothing is alike. */
function sharedWeight(one: readonly string[], other: readonly string[], weights: WordWeights): number {
  const others = new Set(other);
  const common = one.filter((word) => others.has(word));
  const sum = (words: readonly string[]) => words.reduce((total, word) => total + weightOf(word, weights), 0);
  const shared = sum(common);
  const all = sum(one) + sum(other) - shared;
  return all === 0 ? 0 : Math.floor((1_000 * shared) / all);
}
