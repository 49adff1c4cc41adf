import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { compareMeanings, similarityKeys } from "../../reading/language/compare.js";
import { meaningOf } from "../../reading/language/meaning.js";
import { addedSince, type NearLessons } from "../search/near-lessons.js";
import { rowsIn } from "./directive-rows.js";
import { similarList } from "./fold/directive-lists.js";
import type { DirectiveRow } from "./fold/directive-row.js";
import { directives } from "./fold/directives.js";

interface SimilarDirective {
  /** Says the same: a person's before an agent's, and what is put away last. */
  readonly same?: DirectiveRow;
  /** All that say the same, in that order. */
  readonly allSame: readonly DirectiveRow[];
  /** Those that say the opposite and are not archived. */
  readonly opposites: readonly DirectiveRow[];
}

/**
 * Compares a text with every directive that shares a key with it or is near it in the index, but the one that
 * it is the text of.
 */
export async function similarDirective(
  reader: LedgerReader,
  text: string,
  near: NearLessons | undefined,
  except?: string,
): Promise<SimilarDirective> {
  const meaning = meaningOf(text);
  const seen = new Set(except === undefined ? [] : [except]);
  const found: Record<"same" | "opposite", DirectiveRow[]> = { same: [], opposite: [] };
  for await (const row of candidatesFor(reader, text, near)) {
    if (seen.has(row.lesson)) continue;
    seen.add(row.lesson);
    const relation = compareMeanings(meaning, meaningOf(row.text));
    if (relation !== "different") found[relation].push(row);
  }
  const isArchived = ({ status }: DirectiveRow) => Number(status === "archived");
  const isOthers = ({ origin }: DirectiveRow) => Number(origin !== "human");
  const allSame = found.same.sort((a, b) => isArchived(a) - isArchived(b) || isOthers(a) - isOthers(b));
  const [same] = allSame;
  const opposites = found.opposite.filter((row) => isArchived(row) === 0);
  return same === undefined ? { allSame, opposites } : { same, allSame, opposites };
}

async function* candidatesFor(
  reader: LedgerReader,
  text: string,
  near: NearLessons | undefined,
): AsyncGenerator<DirectiveRow, void, undefined> {
  for (const key of similarityKeys(text)) yield* rowsIn(reader, similarList(key));
  for (const lesson of [...(near?.of(text) ?? []), ...(await addedSince(reader, near, "lesson-proposed"))]) {
    const row = await reader.row(directives, lesson);
    if (row !== undefined) yield row;
  }
}
