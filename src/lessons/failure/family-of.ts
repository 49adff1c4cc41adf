import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { allKeys, type FailureWordRow, failureKeys, failureWords, wordKey } from "./fold/failure-keys.js";
import { comparedKeys, nearestKey } from "./rules/nearest.js";
import type { FailureWeights, FailureWords } from "./rules/words.js";

/** The family that a failure is one of. */
interface Family {
  /** The key of the failure that founded it. */
  readonly signature: string;
  /** Whether its own key was seen before. */
  readonly isKnown: boolean;
}

/** A key never seen before joins the family of the key that it is most like, or founds one. */
export async function familyOf(reader: LedgerReader, key: string, words: FailureWords): Promise<Family> {
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
