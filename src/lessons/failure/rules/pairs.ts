import { safeText } from "../../unconfirmed/contract-words.js";
import { quoteAsData } from "../../unconfirmed/quote-as-data.js";
import { plainText, type QuotedCall, valuesOf, withoutDocuments } from "./call.js";
import type { Remedy } from "./mine.js";
import { isRisky, mayBeSaid } from "./safe.js";
import { formOfCall } from "./words.js";

/** A call that failed and what then worked, as it happened. */
export interface Pair {
  readonly how: Remedy["how"];
  readonly failed: QuotedCall;
  /** Its causing line. */
  readonly line: string;
  /** What to do. */
  readonly worked: QuotedCall;
  /** The call that worked after it, where that is another one. */
  readonly after?: QuotedCall;
  /** The sessions in which it happened, the newest last. */
  readonly sessions: readonly string[];
  /** When it last happened. */
  readonly at: string;
  /** It is not said before a person vouches for the lesson. */
  readonly waits?: boolean;
}

/** A family keeps this many pairs, and of each this many sessions. */
const mostPairs = 16;
const mostSessions = 20;
/** Two remedies that share this much of their words are one. */
const leastAgreement = 0.6;

/** The pairs of a family with one more. The same two forms are one pair, quoted as it last happened. */
export function withPair(pairs: readonly Pair[], added: Pair): readonly Pair[] {
  const form = formOfPair(added);
  const same = pairs.find((pair) => formOfPair(pair) === form);
  const sessions = [...new Set([...(same?.sessions ?? []), ...added.sessions])].slice(-mostSessions);
  const all = [...pairs.filter((pair) => pair !== same), { ...added, sessions }];
  if (all.length <= mostPairs) return all;
  const least = all.slice(0, -1).reduce((one, other) => (isLess(other, one) ? other : one));
  return all.filter((pair) => pair !== least);
}

/** What makes two pairs of two families say the same. */
function formOfPair({ how, failed, worked }: Pair): string {
  return [how, formOfCall(failed).join(" "), formOfCall(worked).join(" ")].join("\n");
}

function isLess(one: Pair, other: Pair): boolean {
  if (one.sessions.length !== other.sessions.length) return one.sessions.length < other.sessions.length;
  return one.at < other.at;
}

/** A pair that may be said, and how many sessions agree on what worked. */
export interface ChosenPair {
  readonly pair: Pair;
  readonly sessions: number;
}

/** Each further session that agrees counts as this much likeness, in thousandths; three as much as any more. */
const perSession = 100;
const mostCounted = 3;

/**
 * The nearest pair to what failed, then the one most sessions agree on, then the newest. `near` says how alike
 * what failed then and now are, in thousandths. What is shown once by another program, or takes something away,
 * waits for a second session.
 */
export function bestPair(
  pairs: readonly Pair[],
  near: (pair: Pair) => number = () => 0,
): ChosenPair | undefined {
  const forms = new Map(pairs.map((pair) => [pair, new Set(formOfCall(pair.worked))]));
  const chosen = pairs
    .map((pair) => ({ pair, sessions: agreeing(pair, forms) }))
    .filter(({ pair, sessions }) => sessions >= 2 || !isWeak(pair))
    .map((each) => ({
      ...each,
      rank: near(each.pair) + perSession * (Math.min(mostCounted, each.sessions) - 1),
    }))
    .sort((one, other) => other.rank - one.rank || (one.pair.at < other.pair.at ? 1 : -1));
  const [first] = chosen;
  return first && { pair: first.pair, sessions: first.sessions };
}

function isWeak({ how, failed, worked }: Pair): boolean {
  return how === "other" || isRisky(failed.text, worked.text);
}

function agreeing(pair: Pair, forms: ReadonlyMap<Pair, ReadonlySet<string>>): number {
  const own = forms.get(pair) ?? new Set();
  const alike = [...forms].filter(([other, words]) => other === pair || shared(own, words) >= leastAgreement);
  return new Set(alike.flatMap(([other]) => other.sessions)).size;
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  return common / Math.max(1, one.size + other.size - common);
}

export const callChars = 200;
const lineChars = 150;
const headChars = 70;
const tailChars = 180;
const afterChars = 60;
/** Of a longer call so many words that went and came are named. */
const mostWords = 5;

/**
 * A pair as one line: both calls whole, or, where one is long, the words that went and came. Nothing is cut in
 * the middle of a word, and every quotation is fenced so that nothing in it ends the fence.
 */
export function sayPair(chosen: ChosenPair): string {
  const { failed, line } = chosen.pair;
  return `${sayFailure(shown(failed), saidLine(line), isWhole(chosen.pair) ? callChars : headChars)}; ${sayRemedy(chosen)}`;
}

/** Nothing of a line that may not be said. */
export function saidLine(line: string): string {
  return mayBeSaid(line) ? line : "";
}

/** A call that failed, how often if that is to be said, and why. */
export function sayFailure(call: string, cause: string, chars = callChars, when = ""): string {
  const why = cause === "" ? "" : `: ${fenced(beginning(asData(cause), lineChars))}`;
  return `${fenced(beginning(asData(call), chars))} failed${when}${why}`;
}

/** What failed is only to be recognised: addresses in it, and what would run them, are left out. */
function asData(text: string): string {
  return quoteAsData(text, readChars).slice(1, -1);
}

/** What worked instead of a call that failed. */
export function sayRemedy({ pair, sessions }: ChosenPair): string {
  const { failed, worked, after, how } = pair;
  const isChange = how === "similar" && failed.sort === "shell" && failed.tool === worked.tool;
  const beside = (call: QuotedCall) => withoutCommonAddresses(shown(call), shown(failed));
  const what = isWhole(pair) || !isChange ? whole(beside(worked)) : changed(failed.text, worked.text);
  const ends = after === undefined ? "" : ` (then ${fenced(beginning(beside(after), afterChars))} worked)`;
  return `what worked ${workedIn(sessions)}: ${what}${ends}`;
}

/** In how many sessions it worked: of a pair the newest are known, and of what many pairs agree on some. */
export function workedIn(sessions: number): string {
  if (sessions < 2) return "once";
  return `in ${sessions >= mostSessions ? "at least " : ""}${sessions} sessions`;
}

const local = /(?:\/\/|^)(?:localhost|127\.|0\.0\.0\.0|\[::1\])/;

/**
 * A call without the addresses outside this machine that the failed call has too: whoever makes that call has
 * its own, and nobody else is sent there. Other ones stand in the project, or are what made the difference.
 */
function withoutCommonAddresses(text: string, failed: string): string {
  const common = new Set(failed.split(" "));
  const words = text.split(" ").map((word) => {
    if (!common.has(word) || local.test(word)) return word;
    const data = asData(word);
    return data.includes(addressMark) ? data : word;
  });
  return words.join(" ");
}

/** As `quoteAsData` leaves it. */
const addressMark = "[address removed]";

/** Whether both calls are short enough to be quoted as they are. */
function isWhole({ failed, worked }: Pair): boolean {
  return shown(failed).length <= callChars && shown(worked).length <= callChars;
}

function whole(text: string): string {
  return fenced(text.length <= callChars ? text : beginning(text, tailChars));
}

function changed(failed: string, worked: string): string {
  const [old, now] = [wordsIn(failed), wordsIn(worked)];
  const gone = listed(old.filter((word) => !now.includes(word)));
  const came = listed(now.filter((word) => !old.includes(word)));
  return `the same call without ${gone}, with ${came}`;
}

function wordsIn(text: string): readonly string[] {
  const words = plainText(withoutDocuments(text)).match(/[^\s{}()|;&]+/g) ?? [];
  return [...new Set(words.map((word) => safe(word.replace(/^[,'"]+|[,'"]+$/g, ""))))].filter(Boolean);
}

function listed(words: readonly string[]): string {
  const short = words.filter((word) => word.length <= afterChars).slice(0, mostWords);
  return short.length === 0 ? "nothing" : short.map(fenced).join(" ");
}

/** A call as people read it. */
export function shown(call: QuotedCall): string {
  const text =
    call.sort === "shell" ? withoutDocuments(call.text, "<<$2 …") : `${call.tool} ${valuesOf(call)}`;
  return safe(text);
}

/** Longer than any line that is shown: what follows is left out by whole words. */
const readChars = 4_000;

/** One line that frames nothing and cannot imitate an acknowledgement, even if a model repeats it. */
function safe(text: string): string {
  return safeText(text, readChars);
}

/** The first words of a text. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf(" ", most);
  return end <= 0 ? "…" : `${text.slice(0, end)} …`;
}

/** In more backticks than stand together in the text, as Markdown quotes code. */
function fenced(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
