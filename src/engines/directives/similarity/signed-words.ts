import { spacelessWords } from "./spaceless.js";
import type { Token } from "./tokens.js";
import {
  affirmingVerbs,
  antonyms,
  auxiliaries,
  clauseWords,
  contrasts,
  denyingVerbs,
  emptyWords,
  exceptions,
  lacks,
  negators,
} from "./word-lists.js";

export interface SignedWord {
  readonly key: string;
  readonly negative: boolean;
  readonly hard: boolean;
  readonly capital: boolean;
  readonly spaceless: boolean;
  /** A verb whose sign went into its clause. */
  readonly verb: boolean;
}

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
 * The topic words, each with a sign: a word in a denied clause is negative, "not … without" is two denials
 * and so none.
 */
export function signedWords(tokens: readonly Token[]): {
  readonly signed: readonly SignedWord[];
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
      contrasts.has(token.text) || isPreferredOver(tokens, index) || isContrastingNot(tokens, index, clause);
    if (flips) clause.flipped = !clause.flipped;
    else take(token, clause);
    contrasting ||= flips;
  }
  return { signed: [...signed, ...closed(clause)], contrasting };
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
  if (token.kind === "break" || (clauseWords.has(token.text) && isPlain(token))) return true;
  // "No flag to ignore errors" denies the ignoring too.
  const joins = token.kind === "comma" || token.text === "and" || (token.text === "to" && !negated);
  return joins && next !== undefined && isStarter(next, token.text === "to");
}

/** What a clause of its own begins with. Behind a comma a bare noun goes on with the list before it. */
function isStarter({ text, key, kind }: Token, afterTo: boolean): boolean {
  if (kind !== "word") return false;
  const verb = denyingVerbs.has(key) || affirmingVerbs.has(key);
  if (afterTo) return denyingVerbs.has(key) || text === "not";
  return (
    verb ||
    negators.has(text) ||
    auxiliaries.has(text) ||
    text === "insteadof" ||
    /^(?:use|prefer|always|favou?r|then|choose)$/.test(text)
  );
}

const preferring = /^(?:prefer|prefers|preferred|favou?rs?|choose)$/;
const carriers = /^(?:https?|ssh|tcp|udp|tls|ssl|grpc|websockets?|network|wire|time|all|every)$/;

/** "Prefer A over B", "use A over B", and "prefer A to B". Data goes over HTTP, and that is no choice. */
export function isPreferredOver(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.text;
  if (word !== "over" && word !== "to") return false;
  const since = tokens.slice(Math.max(0, index - 8), index);
  const uses = word === "over" && !carriers.test(tokens[index + 1]?.text ?? "");
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

function take(token: Token, clause: Clause): void {
  if (token.kind === "run") takeRun(token, clause);
  if (token.kind !== "word") return;
  const { text, key } = token;
  const plain = isPlain(token);
  if (plain && (lacks.has(text) || exceptions.has(text))) {
    clause.exceptAt ??= clause.words.length;
    clause.lacking ||= lacks.has(text);
  } else if (plain && negators.has(text)) clause.negated = true;
  else if (plain && (denyingVerbs.has(key) || affirmingVerbs.has(key))) takeVerb(token, clause);
  else if (!emptyWords.has(text) || !plain) {
    const opposite = plain ? antonyms.get(key) : undefined;
    const negative = (opposite?.negative ?? false) !== clause.flipped;
    clause.words.push(wordOf(token, opposite?.key ?? key, negative, false));
  }
}

/**
 * Whether it may be a word of grammar: an identifier is none, whatever it is called; a word in capitals is
 * only loud.
 */
function isPlain({ hard, capital }: Token): boolean {
  return !hard || capital;
}

function takeVerb(token: Token, clause: Clause): void {
  if (denyingVerbs.has(token.key)) clause.denyingVerbs += 1;
  const verb = denyingVerbs.get(token.key) ?? affirmingVerbs.get(token.key);
  if (verb !== undefined) clause.words.push(wordOf(token, verb, false, true));
}

function takeRun(token: Token, clause: Clause): void {
  const { pairs, denied } = spacelessWords(token.text);
  clause.negated ||= denied;
  for (const pair of pairs)
    clause.words.push({ ...wordOf(token, pair, clause.flipped, false), spaceless: true });
}

function wordOf({ hard, capital }: Token, key: string, negative: boolean, verb: boolean): SignedWord {
  return { key, negative, hard, capital, spaceless: false, verb };
}
