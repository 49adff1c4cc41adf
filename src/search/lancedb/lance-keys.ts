import { createHash } from "node:crypto";

/**
 * LanceDB's filters are SQL text. Rows carry hashes of their project, kind and key, and filters compare only
 * hashes, so that a quote in a name cannot change the meaning of a filter.
 */
function hashParts(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** The project is part of the key: the same id in two projects is two rows. */
export function rowKey(project: string, id: string): string {
  return hashParts("row", project, id);
}

export function projectKey(project: string): string {
  return hashParts("project", project);
}

export function kindKey(kind: string): string {
  return hashParts("kind", kind);
}

export function projectFilter(project: string, kinds?: readonly string[]): string {
  const condition = `owner = '${projectKey(project)}'`;
  return kinds === undefined ? condition : `${condition} AND ${keyFilter("kind_key", kinds.map(kindKey))}`;
}

/** `hashes` must be hashes. An empty list matches nothing. */
export function keyFilter(column: "key" | "kind_key", hashes: readonly string[]): string {
  return hashes.length === 0 ? "false" : `${column} IN (${hashes.map((hash) => `'${hash}'`).join(", ")})`;
}
