import { auxiliaries, clauseWords, topiclessWords } from "./data/function-words.js";
import {
  contrastWords,
  doubtfulSigns,
  exceptionWords,
  koreanDenials,
  lackWords,
  negators,
  prohibitingVerbs,
  unspacedDemands,
  unspacedDenials,
} from "./data/negation.js";
import { affirmingVerbNames, denyingVerbPairs, oppositePairs } from "./data/opposites.js";
import { withFirstUse } from "./patterns.js";
import { readTokens, type Token } from "./read-tokens.js";
import { letterPairs } from "./scripts.js";
import { stem } from "./stem.js";

/** A topic word of a text, and whether the text denies it. */
export interface SignedWord {
  readonly key: string;
  readonly negative: boolean;
  readonly hard: boolean;
  readonly capital: boolean;
  readonly unspaced: boolean;
  /** A verb such as "remove", whose sign is already in the words of its clause. */
  readonly verb: boolean;
}

interface Side {
  readonly key: string;
  readonly negative: boolean;
}

interface Verbs {
  readonly prohibitions: ReadonlySet<string>;
  readonly contraries: ReadonlyMap<string, string>;
  readonly affirming: ReadonlyMap<string, string>;
  /** Each word of a pair under the first of it, with its side. The first pair that names a word counts. */
  readonly opposites: ReadonlyMap<string, Side>;
}

/** By their stems, some thousand of them. */
const stemmed = withFirstUse<Verbs>(() => ({
  prohibitions: new Set(prohibitingVerbs.map(stem)),
  contraries: new Map(denyingVerbPairs.map(([verb, contrary]) => [stem(verb), stem(contrary)])),
  affirming: new Map(affirmingVerbNames.map(([verb, name]) => [stem(verb), stem(name)])),
  opposites: new Map(
    oppositePairs.toReversed().flatMap(([one, other]): readonly (readonly [string, Side])[] => [
      [stem(other), { key: stem(one), negative: true }],
      [stem(one), { key: stem(one), negative: false }],
    ]),
  ),
}));

const koreanDenial = new RegExp(koreanDenials.join("|"), "u");
const unspacedDenial = new RegExp(Object.values(unspacedDenials).flat().join("|"), "gu");
const unspacedDemand = new RegExp(Object.values(unspacedDemands).flat().join("|"), "gu");
const doubtful = new RegExp(doubtfulSigns.join("|"), "u");

interface Clause {
  readonly words: SignedWord[];
  /** Seen, not counted: many languages deny with two words at once. */
  negated: boolean;
  denyingVerbs: number;
  /** A word such as "without" stood in it, at this place among the words. */
  exceptAt: number | undefined;
  lacking: boolean;
  flipped: boolean;
}

/**
 * The topic words, each with a sign: a word in a denied clause is negative; "not … without" is two denials
 * and so none.
 */
export function signedWords(tokens: readonly Token[]): {
  readonly signed: readonly SignedWord[];
  /** Whether the text sets one thing against another. */
  readonly contrasting: boolean;
} {
  const signed: SignedWord[] = [];
  let clause = emptyClause();
  let contrasting = false;
  for (const [index, token] of tokens.entries()) {
    if (beginsClause(tokens, index, clause)) {
      signed.push(...closed(clause));
      clause = emptyClause();
    }
    const flips =
      contrastWords.has(token.text) ||
      isPreferredOver(tokens, index) ||
      isContrastingNot(tokens, index, clause);
    if (flips) clause.flipped = !clause.flipped;
    else takeToken(token, clause, isSwitchedOn(tokens, index));
    contrasting ||= flips;
  }
  return { signed: [...signed, ...closed(clause)], contrasting };
}

/**
 * Whether a piece of a sentence denies what would follow it: "do not always", "avoid", "without"; but not "do
 * not forget to". Verbs with a contrary of their own count only when they stop or forbid something.
 */
export function deniesWhatFollows(text: string): boolean {
  return readTokens(text).some((token) => {
    if (token.kind === "run") return readUnspaced(token.text).denied || doubtful.test(token.text);
    if (token.kind !== "word" || !isPlainToken(token)) return false;
    const { contraries, prohibitions } = stemmed();
    const stops = /^(?:allow|start)$/.test(contraries.get(token.key) ?? "") && token.key !== stem("prevent");
    return isNegator(token.text) || lackWords.has(token.text) || prohibitions.has(token.key) || stops;
  });
}

/** Whether a pair of letters may hold a denial that was not read as one. */
export function isDoubtful(pair: string): boolean {
  return doubtful.test(pair);
}

function isNegator(text: string): boolean {
  return negators.has(text) || koreanDenial.test(text) || text.endsWith("n't");
}

function isDenyingVerb(key: string): boolean {
  return stemmed().prohibitions.has(key) || stemmed().contraries.has(key);
}

function emptyClause(): Clause {
  return { words: [], negated: false, denyingVerbs: 0, exceptAt: undefined, lacking: false, flipped: false };
}

function closed({ words, negated, denyingVerbs: verbs, exceptAt, lacking }: Clause): readonly SignedWord[] {
  const denied = negated !== (verbs % 2 === 1);
  return words.map((word, index) => {
    const excepted = exceptAt !== undefined && index >= exceptAt;
    const turned = denied && lacking ? false : denied !== excepted;
    return turned ? { ...word, negative: !word.negative } : word;
  });
}

function beginsClause(tokens: readonly Token[], index: number, { negated }: Clause): boolean {
  const token = tokens[index];
  const next = tokens[index + 1];
  if (token === undefined) return false;
  if (token.kind === "break" || (clauseWords.has(token.text) && isPlainToken(token))) return true;
  // "No flag to ignore errors" denies the ignoring too.
  const joins = token.kind === "comma" || token.text === "and" || (token.text === "to" && !negated);
  return joins && next !== undefined && isStarter(next, token.text === "to");
}

const starters = new Set("insteadof use prefer always favor favour then choose".split(" "));

/** What a clause of its own begins with. Behind a comma a bare noun goes on with the list before it. */
function isStarter({ text, key, kind }: Token, afterTo: boolean): boolean {
  if (kind !== "word") return false;
  if (afterTo) return isDenyingVerb(key) || text === "not";
  return (
    isDenyingVerb(key) ||
    stemmed().affirming.has(key) ||
    isNegator(text) ||
    auxiliaries.has(text) ||
    starters.has(text)
  );
}

const preferring = /^(?:prefer|prefers|preferred|favou?rs?|choose)$/;
/** What data travels over: "send it over HTTP" prefers nothing. */
const carriers = new Set(
  "http https ssh tcp udp tls ssl grpc websocket websockets network wire time all every".split(" "),
);

/** "Prefer A over B", "use A over B", and "prefer A to B". */
export function isPreferredOver(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.text;
  if (word !== "over" && word !== "to") return false;
  const since = tokens.slice(Math.max(0, index - 8), index);
  const uses = word === "over" && !carriers.has(tokens[index + 1]?.text ?? "");
  const at = since.findLastIndex(
    ({ text }) => preferring.test(text) || (uses && /^(?:use|using)$/.test(text)),
  );
  return at !== -1 && at < since.length - 1 && since.slice(at).every(({ kind }) => kind === "word");
}

/** "Use A not B": a "not" without an auxiliary in front denies only what follows. */
function isContrastingNot(tokens: readonly Token[], index: number, { words }: Clause): boolean {
  const before = tokens[index - 1];
  return (
    tokens[index]?.text === "not" && words.length > 0 && before !== undefined && !auxiliaries.has(before.text)
  );
}

const beforeState = /^(?:to|be|is|are|stays?|remains?|defaults?|switch(?:ed)?|turned)$/;
const afterState = /^(?:by|in|for|unless|if|when|while|during|and|or|until)$/;

/** "Defaults to on", "must be on by default": the contrary of "off", and not the beginning of a place. */
function isSwitchedOn(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]?.text !== "on" || !beforeState.test(tokens[index - 1]?.text ?? "")) return false;
  const next = tokens[index + 1];
  return next?.kind !== "word" || afterState.test(next.text);
}

/** `telling`: the word has a meaning of its own here, though it is mostly one of grammar. */
function takeToken(token: Token, clause: Clause, telling: boolean): void {
  if (token.kind === "run") takeRun(token, clause);
  if (token.kind !== "word") return;
  const { text, key } = token;
  const plain = isPlainToken(token);
  if (plain && (lackWords.has(text) || exceptionWords.has(text))) {
    clause.exceptAt ??= clause.words.length;
    clause.lacking ||= lackWords.has(text);
  } else if (plain && isNegator(text)) clause.negated = true;
  else if (plain && (isDenyingVerb(key) || stemmed().affirming.has(key))) takeVerb(token, clause);
  else if (telling || !topiclessWords.has(text) || !plain) {
    const opposite = plain ? stemmed().opposites.get(key) : undefined;
    const negative = (opposite?.negative ?? false) !== clause.flipped;
    clause.words.push(wordOf(token, opposite?.key ?? key, negative, false));
  }
}

/** Whether it may be a word of grammar: an identifier is none; a word in capitals is only loud. */
function isPlainToken({ hard, capital }: Token): boolean {
  return !hard || capital;
}

function takeVerb(token: Token, clause: Clause): void {
  if (isDenyingVerb(token.key)) clause.denyingVerbs += 1;
  const verb = stemmed().contraries.get(token.key) ?? stemmed().affirming.get(token.key);
  if (verb !== undefined) clause.words.push(wordOf(token, verb, false, true));
}

function takeRun(token: Token, clause: Clause): void {
  const { pairs, denied } = readUnspaced(token.text);
  clause.negated ||= denied;
  for (const pair of pairs)
    clause.words.push({ ...wordOf(token, pair, clause.flipped, false), unspaced: true });
}

/** "決して…しない" is one denial, so denials are not counted, only seen. */
function readUnspaced(run: string): { readonly pairs: readonly string[]; readonly denied: boolean } {
  const denied = run.search(unspacedDenial) !== -1;
  const parts = run.replace(unspacedDenial, " ").replace(unspacedDemand, " ").split(" ");
  return { pairs: parts.filter((part) => part !== "").flatMap(letterPairs), denied };
}

function wordOf({ hard, capital }: Token, key: string, negative: boolean, verb: boolean): SignedWord {
  return { key, negative, hard, capital, unspaced: false, verb };
}
