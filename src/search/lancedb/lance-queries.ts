import type { Table } from "@lancedb/lancedb";
import type { NearestOptions, Neighbour } from "../vector-index.js";
import { keyFilter, projectFilter, rowKey } from "./lance-keys.js";
import { decodeName } from "./lance-rows.js";

/** A filter with more keys is slower than several filters. */
const keysPerQuery = 1_000;

/** Rows requested beyond the limit to detect a tie for the last place. */
const beyondLimit = 16;

/**
 * By cosine, best first, ties by id. LanceDB returns any of the rows that tie for the last place, so all of
 * them are requested.
 */
export async function queryNearest(
  table: Table,
  project: string,
  vector: Float32Array,
  { limit, kinds, threshold = Number.NEGATIVE_INFINITY }: NearestOptions,
): Promise<readonly Neighbour[]> {
  const total = await table.countRows();
  const wanted = Math.min(total, Math.floor(limit));
  if (!(wanted > 0)) return [];
  for (let depth = Math.min(total, wanted + beyondLimit); ; depth = Math.min(total, depth * 4)) {
    const query = table.query().nearestTo(vector).distanceType("dot").where(projectFilter(project, kinds));
    const rows = await query.select(["id", "kind", "_distance"]).limit(depth).toArray();
    const found = rows
      .map((row) => ({
        id: decodeName(row.id),
        kind: decodeName(row.kind),
        similarity: 1 - Number(row._distance),
      }))
      .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
    const isTie = found.length === depth && found.at(-1)?.similarity === found[wanted - 1]?.similarity;
    if (!isTie || depth >= total)
      return found.slice(0, wanted).filter(({ similarity }) => similarity >= threshold);
  }
}

export async function queryVectors(
  table: Table,
  project: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (let from = 0; from < ids.length; from += keysPerQuery) {
    const keys = ids.slice(from, from + keysPerQuery).map((id) => rowKey(project, id));
    const query = table.query().where(keyFilter("key", keys)).select(["id", "vector"]).limit(keys.length);
    for (const row of await query.toArray()) vectors.set(decodeName(row.id), Float32Array.from(row.vector));
  }
  return vectors;
}

export async function queryIds(table: Table, project: string): Promise<ReadonlySet<string>> {
  const total = await table.countRows();
  if (total === 0) return new Set();
  const rows = await table.query().where(projectFilter(project)).select(["id"]).limit(total).toArray();
  return new Set(rows.map((row) => decodeName(row.id)));
}

/** Reads every row, batch by batch. */
export async function isReadable(table: Table): Promise<boolean> {
  try {
    const total = await table.countRows();
    let rows = 0;
    if (total > 0) {
      for await (const batch of table.query().select(["key", "id", "kind", "vector"]).limit(total))
        rows += batch.numRows;
    }
    return rows === total;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}
