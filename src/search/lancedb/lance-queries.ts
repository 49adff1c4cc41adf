import type { Table } from "@lancedb/lancedb";
import type { NearestOptions, Neighbour } from "../vector-index.js";
import { anyOf, filterOf, keyOf } from "./lance-keys.js";
import { readName } from "./lance-rows.js";

/** A filter with more keys takes longer than that many filters. */
const keysPerQuery = 1_000;

/** Rows asked for beyond the limit, to see whether the last place is shared. */
const beyondLimit = 16;

/**
 * By cosine, best first, equal ones by id. LanceDB takes any of those that share the last place, so it is
 * asked for all of them.
 */
export async function nearestRows(
  table: Table,
  project: string,
  vector: Float32Array,
  { limit, kinds, threshold = Number.NEGATIVE_INFINITY }: NearestOptions,
): Promise<readonly Neighbour[]> {
  const most = await table.countRows();
  const wanted = Math.min(most, Math.floor(limit));
  if (!(wanted > 0)) return [];
  for (let depth = Math.min(most, wanted + beyondLimit); ; depth = Math.min(most, depth * 4)) {
    const query = table.query().nearestTo(vector).distanceType("dot").where(filterOf(project, kinds));
    const rows = await query.select(["id", "kind", "_distance"]).limit(depth).toArray();
    const found = rows
      .map((row) => ({
        id: readName(row.id),
        kind: readName(row.kind),
        similarity: 1 - Number(row._distance),
      }))
      .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
    const isShared = found.length === depth && found.at(-1)?.similarity === found[wanted - 1]?.similarity;
    if (!isShared || depth >= most)
      return found.slice(0, wanted).filter(({ similarity }) => similarity >= threshold);
  }
}

export async function vectorRows(
  table: Table,
  project: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (let from = 0; from < ids.length; from += keysPerQuery) {
    const keys = ids.slice(from, from + keysPerQuery).map((id) => keyOf(project, id));
    const query = table.query().where(anyOf("key", keys)).select(["id", "vector"]).limit(keys.length);
    for (const row of await query.toArray()) vectors.set(readName(row.id), Float32Array.from(row.vector));
  }
  return vectors;
}

export async function idRows(table: Table, project: string): Promise<ReadonlySet<string>> {
  const most = await table.countRows();
  if (most === 0) return new Set();
  const rows = await table.query().where(filterOf(project)).select(["id"]).limit(most).toArray();
  return new Set(rows.map((row) => readName(row.id)));
}

/** Whether every row can be read, batch by batch. */
export async function isReadable(table: Table): Promise<boolean> {
  try {
    const most = await table.countRows();
    let rows = 0;
    if (most > 0) {
      for await (const batch of table.query().select(["key", "id", "kind", "vector"]).limit(most))
        rows += batch.numRows;
    }
    return rows === most;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}
