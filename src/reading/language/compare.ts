import { counterpartPairs } from "./data/opposites.js";
import { commonWords } from "./data/synonyms.js";
import { isReversed, type Meaning, meaningOf } from "./meaning.js";
import { isDoubtful } from "./negation.js";
import { stem } from "./stem.js";

export type Similarity = "same" | "opposite" | "different";

/**
 * Dice of the words: one word more in four is still the same topic, one in three is not. The blocking keys
 * follow from it.
 */
const topicAtLeast = 0.87;
/** Pairs of neighbouring words: below a half, the same words say something else ("A must not import B"). */
const pairsAtLeast = 0.5;
/**
 * In a text of at least this many words, one in ten may be another; in a shorter one a changed word is a
 * changed topic.
 */
const longText = 12;
const longAtLeast = 0.9;
/** Less of the shared words on the other side is a matter of wording. */
const deniedAtLeast = 0.25;

/**
 * Whether two texts say the same, the opposite, or neither. In doubt they are different: two rows cost a
 * line, while a wrong "same" loses a lesson and a wrong confirmation teaches one. Symmetric; texts without
 * words are like nothing.
 */
export function compareTexts(a: string, b: string): Similarity {
  return compareMeanings(meaningOf(a), meaningOf(b));
}

/** The same of meanings that were read before: a text that is compared with many is read once. */
export function compareMeanings(a: Meaning, b: Meaning): Similarity {
  if (a.words.size === 0 || b.words.size === 0) return areBareEqual(a, b) ? "same" : "different";
  if (!isOneTopic(a, b)) return "different";
  const reversed = a.order !== undefined && b.order !== undefined && isReversed(a.order, b.order);
  const denied = deniedShare(a, b);
  if (denied > 0 || reversed) return isOpposite(a, b, reversed, denied) ? "opposite" : "different";
  return saysTheSame(a, b) ? "same" : "different";
}

/** A quarter of the shared words may stand in a clause of its own, such as a heading before a colon. */
const contradictedAbove = 0.25;
const counterparts = counterpartPairs.map(([one, other]) => [stem(one), stem(other)] as const);
const beforeAndAfter = [stem("before"), stem("after")] as const;

/**
 * Whether two texts that share many words cannot be one statement: one is for what the other is against, they
 * put things in the other order, or one names the counterpart of what the other names. Unlike `compareTexts`
 * it does not ask whether they have one topic.
 */
export function contradicts(a: Meaning, b: Meaning): boolean {
  const onlyA = [...a.words.keys()].filter((key) => !b.words.has(key));
  const onlyB = [...b.words.keys()].filter((key) => !a.words.has(key));
  if ([...onlyA, ...onlyB].some(isDoubtful)) return true;
  if (deniedShare(a, b) > contradictedAbove) return true;
  const ordered = [a, b].every(
    ({ order }) => order !== undefined && order.first.size * order.second.size > 0,
  );
  if (ordered && a.order !== undefined && b.order !== undefined && isReversed(a.order, b.order)) return true;
  const pairs = ordered ? counterparts : [...counterparts, beforeAndAfter];
  const divides = (one: string, other: string) =>
    a.seen.has(one) && !b.seen.has(one) && b.seen.has(other) && !a.seen.has(other);
  return pairs.some(([one, other]) => divides(one, other) || divides(other, one));
}

/** Texts of nothing but verbs, such as "Keep it running", are only like themselves. */
function areBareEqual(a: Meaning, b: Meaning): boolean {
  const key = ({ verbs }: Meaning) => [...verbs].sort().join(" ");
  return (
    a.words.size === b.words.size &&
    key(a) !== "" &&
    key(a) === key(b) &&
    [...a.seen].every((each) => b.seen.has(each)) &&
    a.seen.size === b.seen.size
  );
}

function isOneTopic(a: Meaning, b: Meaning): boolean {
  const hardMissing =
    [...a.hard].some((key) => !b.seen.has(key)) || [...b.hard].some((key) => !a.seen.has(key));
  if (hardMissing || dice(a.words, b.words) < topicAtLeast) return false;
  const onlyA = [...a.words.keys()].filter((key) => !b.words.has(key));
  const onlyB = [...b.words.keys()].filter((key) => !a.words.has(key));
  if ([...onlyA, ...onlyB].some(isDoubtful)) return false;
  if (onlyA.length === 0 || onlyB.length === 0) return true;
  const long = Math.min(a.words.size, b.words.size) >= longText && dice(a.words, b.words) >= longAtLeast;
  return long && !onlyA.some((key) => a.fixed.has(key)) && !onlyB.some((key) => b.fixed.has(key));
}

/** The part of the shared words that one text is for and the other against. */
function deniedShare(a: Meaning, b: Meaning): number {
  const shared = [...a.words]
    .map(([key, signs]) => [signs, b.words.get(key) ?? 0] as const)
    .filter(([, other]) => other > 0);
  const denied = shared.filter(([signs, other]) => (signs & other) === 0);
  return denied.length / Math.max(1, shared.length);
}

/** Reversed and denied is neither: "never A before B" agrees with "B before A". */
function isOpposite(a: Meaning, b: Meaning, reversed: boolean, denied: number): boolean {
  if (reversed) return denied === 0 && a.order?.kind !== "way";
  if (denied < deniedAtLeast || a.conditional !== b.conditional) return false;
  const free = a.contrasting || b.contrasting || a.order !== undefined || b.order !== undefined;
  return free || a.words.size < 3 || b.words.size < 3 || dice(pairsOf(a), pairsOf(b)) >= pairsAtLeast;
}

function saysTheSame(a: Meaning, b: Meaning): boolean {
  const signsDiffer = [...a.words].some(([key, signs]) => (b.words.get(key) ?? signs) !== signs);
  const verbsDiffer =
    [...a.verbs].some((verb) => !b.verbs.has(verb)) && [...b.verbs].some((verb) => !a.verbs.has(verb));
  if (signsDiffer || verbsDiffer || (a.order === undefined) !== (b.order === undefined)) return false;
  const all = ({ words, verbs }: Meaning) =>
    new Set([...words.keys(), ...[...verbs].map((verb) => `verb ${verb}`)]);
  if (dice(all(a), all(b)) < topicAtLeast || isTurnedRound(a.sequence, b.sequence)) return false;
  if (a.words.size < 3 || b.words.size < 3 || dice(pairsOf(a), pairsOf(b)) >= pairsAtLeast) return true;
  return isPassive(a.sequence, b.sequence) || isPassive(b.sequence, a.sequence);
}

function pairsOf({ sequence }: Meaning): ReadonlySet<string> {
  return new Set(sequence.slice(1).map((key, index) => `${sequence[index] ?? ""} ${key}`));
}

/**
 * Whether three words that each text has once stand in the opposite order in the other: "A imports B" and "B
 * imports A". The passive moves one word or one group, and never turns three round.
 */
function isTurnedRound(a: readonly string[], b: readonly string[]): boolean {
  const [inA, inB] = [wordPositions(a), wordPositions(b)];
  const places = a.flatMap((word) => (inA.get(word) === undefined ? [] : (inB.get(word) ?? [])));
  // The longest falling row that ends at each place: three are enough.
  const falling: number[] = [];
  for (const [index, place] of places.entries()) {
    const before = places.slice(0, index).map((other, at) => (other > place ? (falling[at] ?? 0) : 0));
    falling.push(1 + Math.max(0, ...before));
    if ((falling[index] ?? 0) >= 3) return true;
  }
  return false;
}

/**
 * Whether the first word of one stands further back in the other, and all else is the same: "retry uploads",
 * "uploads are retried".
 */
function isPassive(active: readonly string[], passive: readonly string[]): boolean {
  const [verb, ...rest] = active;
  if (verb === undefined || active.length !== passive.length) return false;
  const at = passive.indexOf(verb);
  return at > 0 && rest.every((word, index) => word === passive[index < at ? index : index + 1]);
}

/** The places of the words that stand there once. */
function wordPositions(sequence: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number | undefined>();
  for (const [index, word] of sequence.entries()) places.set(word, places.has(word) ? undefined : index);
  return new Map(
    [...places].flatMap(([word, index]) => (index === undefined ? [] : [[word, index] as const])),
  );
}

/**
 * Keys by which to find what may be similar to a text: two texts that are the same or opposite share at least
 * one, so that only those need comparing. Any order of the words keeps that promise; this one puts rare words
 * first, and long ones are rare.
 */
export function similarityKeys(text: string): readonly string[] {
  const { words, verbs } = meaningOf(text);
  if (words.size === 0) return verbs.size === 0 ? [] : [`verbs ${[...verbs].sort().join(" ")}`];
  return [...words.keys()].sort(byRarity).slice(0, keysEnough(words.size));
}

const common: ReadonlySet<string> = new Set(commonWords.map(stem));

function byRarity(a: string, b: string): number {
  return Number(common.has(a)) - Number(common.has(b)) || b.length - a.length || (a < b ? -1 : 1);
}

/**
 * How many keys of a sorted set of this size are enough, so that every two sets which share enough also share
 * one of them. The other set holds at least 0.77 of these keys (size × topic ÷ (2 − topic)), so at most the
 * rest can stand before the first shared one.
 */
function keysEnough(size: number): number {
  const leastShared = Math.ceil((size * topicAtLeast) / (2 - topicAtLeast) - 1e-9);
  return size - leastShared + 1;
}

interface Keys {
  readonly size: number;
  has(key: string): boolean;
  keys(): IterableIterator<string>;
}

/** How much two sets have in common, 0 to 1. Empty sets have nothing in common. */
function dice(a: Keys, b: Keys): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const key of a.keys()) if (b.has(key)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}
