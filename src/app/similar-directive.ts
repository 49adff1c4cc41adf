import { compareMeanings, similarityKeys } from "../language/compare.js";
import { meaningOf } from "../language/meaning.js";
import { similarList } from "../projections/directive-lists.js";
import { type DirectiveRow, directives } from "../projections/directives.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import { rowsIn } from "./directive-rows.js";
import { cameSince, type NearLessons } from "./near-lessons.js";

export interface SimilarDirective {
  readonly same?: DirectiveRow;
  /** The first that says the opposite and is not put away. */
  readonly opposite?: DirectiveRow;
}

/** What a text repeats or denies, among all that share a key with it and all that the index finds near it. */
export async function similarDirective(
  reader: LedgerReader,
  text: string,
  near: NearLessons | undefined,
): Promise<SimilarDirective> {
  const meaning = meaningOf(text);
  const seen = new Set<string>();
  const found: { opposite?: DirectiveRow } = {};
  for await (const row of candidatesFor(reader, text, near)) {
    if (seen.has(row.lesson)) continue;
    seen.add(row.lesson);
    const likeness = compareMeanings(meaning, meaningOf(row.text));
    if (likeness === "same") return { same: row };
    if (likeness === "opposite" && row.status !== "archived") found.opposite ??= row;
  }
  return found;
}

async function* candidatesFor(
  reader: LedgerReader,
  text: string,
  near: NearLessons | undefined,
): AsyncGenerator<DirectiveRow, void, undefined> {
  for (const key of similarityKeys(text)) yield* rowsIn(reader, similarList(key));
  for (const lesson of [...(near?.of(text) ?? []), ...(await cameSince(reader, near, "lesson-proposed"))]) {
    const row = await reader.row(directives, lesson);
    if (row !== undefined) yield row;
  }
}
