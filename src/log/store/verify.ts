import { isDeepStrictEqual } from "node:util";
import { readEvent } from "../events/catalog.js";
import type { Fold } from "../projection.js";
import { FoldedRows } from "./folded-rows.js";
import { allRows } from "./ledger-reader.js";
import { expectedPlaces, listsOf } from "./sorted-lists.js";
import type { Progress, ReadTransaction } from "./store.js";

interface VerifyOptions {
  readonly folds: readonly Fold[];
  readonly batch: number;
}

/**
 * Folds the whole log once more, in memory, and compares every row with what the store holds. Returns a
 * sentence for each difference. No difference proves that the views hold exactly what the log implies.
 */
export async function verify(
  tx: ReadTransaction,
  options: VerifyOptions,
  onProgress?: Progress,
): Promise<readonly string[]> {
  const fresh = await foldInMemory(tx, options, onProgress);
  const differences: string[] = [];
  for (const { name, places } of options.folds) {
    const live = new Map((await allRows(tx, name)).map(({ key, row }) => [key, row]));
    const expected = fresh.rowsOf(name);
    const keys = new Set([...live.keys(), ...expected.keys()]);
    const wrong = [...keys].filter((key) => !isDeepStrictEqual(live.get(key), expected.get(key)));
    differences.push(...wrong.map((key) => `row '${key}' of '${name}' is not what the log says`));
    if (places !== undefined)
      differences.push(...(await wrongPlaces(tx, name, expectedPlaces(places, expected))));
  }
  return differences;
}

async function wrongPlaces(
  tx: ReadTransaction,
  view: string,
  expected: ReadonlySet<string>,
): Promise<readonly string[]> {
  const live = new Set((await allRows(tx, listsOf(view))).map(({ key }) => key));
  const wrong = [...live].filter((place) => !expected.has(place));
  const missing = [...expected].filter((place) => !live.has(place));
  return [...wrong, ...missing].map(
    (place) => `the place '${place}' in the lists of '${view}' is not what the log says`,
  );
}

async function foldInMemory(
  tx: ReadTransaction,
  { folds, batch }: VerifyOptions,
  onProgress?: Progress,
): Promise<FoldedRows> {
  const rows = new FoldedRows({ getRows: async () => [] });
  const head = await tx.head();
  for (let seq = 0; seq < head; ) {
    const page = await tx.eventsAfter(seq, batch);
    await rows.fold(page.map(readEvent), folds);
    seq = page.at(-1)?.seq ?? head;
    onProgress?.(seq, head);
  }
  return rows;
}
