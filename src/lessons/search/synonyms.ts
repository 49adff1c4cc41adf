import { dirname } from "node:path";
import { learnSynonyms, type SynonymMap } from "../../search/order/synonym-map.js";
import { readSynonymFile, writeSynonymFile } from "../../search/synonym-file.js";
import type { Context } from "../../verbs/call/context.js";
import { directives } from "../directive/fold/directives.js";

/** The words that this project uses for each other, as far as its tags tell. */
export function synonymsOf({ ledger, places }: Context): SynonymMap {
  if (ledger.store.location === undefined) return [];
  return readSynonymFile(dirname(places.vectors), ledger.config.retrieval);
}

/**
 * Learns them again from the tags of all directives; the longest unused first, for the oldest go when there
 * are too many.
 */
export async function learnSynonymsAgain({ ledger, places }: Context): Promise<void> {
  if (ledger.store.location === undefined) return;
  const rows = await ledger.read((reader) => reader.rows(directives));
  const living = rows
    .filter(({ status }) => status !== "archived")
    .sort((a, b) => (a.events.at(-1) ?? 0) - (b.events.at(-1) ?? 0));
  writeSynonymFile(
    dirname(places.vectors),
    learnSynonyms(
      living.map(({ tags }) => tags),
      ledger.config.retrieval,
    ),
  );
}
