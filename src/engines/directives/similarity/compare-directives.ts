import { dice, sharesAtLeast, topicAtLeast } from "./dice.js";
import { type Meaning, meaningOf } from "./meaning.js";
import { isDoubtful } from "./spaceless.js";
import { isReversed } from "./word-order.js";
import { isPassive, isTurnedRound } from "./word-sequence.js";

export type Similarity = "same" | "opposite" | "different";

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
 * Whether two directives say the same, the opposite, or neither. In doubt they are different: two rows cost a
 * line, while a wrong "same" loses a lesson and a wrong confirmation teaches one. Symmetric; texts without
 * words are like nothing.
 */
export function compareDirectives(a: string, b: string): Similarity {
  return compareMeanings(meaningOf(a), meaningOf(b));
}

/** The same of meanings that were read before: a text that is compared with many is read once. */
export function compareMeanings(a: Meaning, b: Meaning): Similarity {
  if (a.words.size === 0 || b.words.size === 0) return areBareEqual(a, b) ? "same" : "different";
  if (!isOneTopic(a, b)) return "different";
  const reversed = a.order !== undefined && b.order !== undefined && isReversed(a.order, b.order);
  const denied = deniedShare(a, b);
  if (denied > 0 || reversed) return isOpposite(a, b, reversed, denied) ? "opposite" : "different";
  return isSame(a, b) ? "same" : "different";
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
  if (hardMissing || !sharesAtLeast(a.words, b.words)) return false;
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
  return shared.filter(([signs, other]) => (signs & other) === 0).length / shared.length;
}

/** Reversed and denied is neither: "never A before B" agrees with "B before A". */
function isOpposite(a: Meaning, b: Meaning, reversed: boolean, denied: number): boolean {
  if (reversed) return denied === 0 && a.order?.kind !== "way";
  if (denied < deniedAtLeast || a.conditional !== b.conditional) return false;
  const free = a.contrasting || b.contrasting || a.order !== undefined || b.order !== undefined;
  return free || a.words.size < 3 || b.words.size < 3 || dice(pairsOf(a), pairsOf(b)) >= pairsAtLeast;
}

function isSame(a: Meaning, b: Meaning): boolean {
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
