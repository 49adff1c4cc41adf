import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { stateOfCall } from "./call-state.js";
import { allKeys, type FailureWordRow, failureKeys, failureWords, wordKey } from "./fold/failure-keys.js";
import type { ReadCall } from "./read-call.js";
import { keptCall } from "./rules/call.js";
import { failureId } from "./rules/identity.js";
import { comparedKeys, nearestKey } from "./rules/nearest.js";
import { sayFailure, shown } from "./rules/pairs.js";
import { type FailureWeights, type FailureWords, failureKey, wordsOfFailure } from "./rules/words.js";

/** Who made a call, and where. */
export interface AboutCall {
  readonly phase: string | undefined;
  readonly task: string | undefined;
  readonly run: string | undefined;
  readonly actor: string;
  readonly origin: string;
}

/** A failure as it was recorded. */
export interface RecordedFailure {
  readonly signature: string;
  readonly lesson: string;
  readonly text: string;
}

/**
 * Records a call that failed or was refused. What depends on anything but the log is decided here and stands
 * in the event: the causing line, the key, the family. Everything is masked.
 */
export async function recordFailure(
  context: Context,
  writer: LedgerWriter,
  { seen, reflection, kind }: ReadCall,
  { phase, ...about }: AboutCall,
): Promise<RecordedFailure> {
  const cause = seen.cause ?? "";
  const call = keptCall(seen);
  const key = failureKey(call, cause);
  const words = wordsOfFailure(call, cause);
  // Only of a call itself others are compared: a tool of the host and a refusal are what they are.
  const family = kind === "call" ? await familyOf(writer, key, words) : { signature: key, isKnown: true };
  const { result, by, because } = reflection;
  const text = sayFailure(shown(call), cause);
  const data = {
    tool: seen.tool,
    result,
    by,
    because: because.slice(0, 500),
    phase,
    signature: family.signature,
    key,
    kind,
    cause,
    text,
    input: call.text,
    ...(family.isKnown ? {} : { words: { call: words.call.map(cut), cause: words.cause.map(cut) } }),
    ...(kind === "call" ? { state: stateOfCall(context, call, cause) } : {}),
  };
  await writer.append({ type: "reflection-recorded", data, ...about });
  return { signature: family.signature, lesson: failureId(family.signature), text };
}

const wordChars = 100;

function cut(word: string): string {
  return word.slice(0, wordChars);
}

/** The family that a failure is one of. */
interface Family {
  /** The key of the failure that founded it. */
  readonly signature: string;
  /** Whether its own key was seen before. */
  readonly isKnown: boolean;
}

/** A key never seen before joins the family of the key that it is most like, or founds one. */
async function familyOf(reader: LedgerReader, key: string, words: FailureWords): Promise<Family> {
  const known = await reader.row(failureKeys, key);
  if (known !== undefined) return { signature: known.signature, isKnown: true };
  return { signature: (await nearestFamily(reader, words)) ?? key, isKnown: false };
}

async function nearestFamily(reader: LedgerReader, words: FailureWords): Promise<string | undefined> {
  const own = await rowsOf(reader, [words]);
  const compared = comparedKeys(words, {
    withCallWord: (word) => own.get(wordKey("call", word))?.keys ?? [],
    withCauseWord: (word) => own.get(wordKey("cause", word))?.keys ?? [],
  });
  if (compared.length === 0) return undefined;
  const rows = new Map((await reader.rowsAt(failureKeys, compared)).map((row) => [row.key, row]));
  const known = await rowsOf(reader, [words, ...[...rows.values()].map((row) => row.words)]);
  return nearestKey(words, compared, { known: (key) => rows.get(key), weights: weightsIn(known) })?.signature;
}

type WordRows = ReadonlyMap<string, FailureWordRow>;

async function rowsOf(reader: LedgerReader, all: readonly FailureWords[]): Promise<WordRows> {
  const names = all.flatMap(({ call, cause }) => [
    ...call.map((word) => wordKey("call", word)),
    ...cause.map((word) => wordKey("cause", word)),
  ]);
  const rows = await reader.rowsAt(failureWords, [...new Set([allKeys, ...names])]);
  return new Map(rows.map((row) => [row.word, row]));
}

function weightsIn(rows: WordRows): FailureWeights {
  const of = (kind: keyof FailureWords) => ({
    keys: rows.get(allKeys)?.count ?? 0,
    keysWith: (word: string) => rows.get(wordKey(kind, word))?.count ?? 0,
  });
  return { call: of("call"), cause: of("cause") };
}
