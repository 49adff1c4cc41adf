import { createHash } from "node:crypto";

/**
 * LanceDB's filters are SQL text. Names of ours never stand in one: rows carry the hashes of their project,
 * kind and key, and a filter compares hashes, so that no quote in a name can change its meaning.
 */
function hashOf(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** The project is part of the key: the same id in two projects is two rows. */
export function keyOf(project: string, id: string): string {
  return hashOf("row", project, id);
}

export function ownerOf(project: string): string {
  return hashOf("project", project);
}

export function kindKeyOf(kind: string): string {
  return hashOf("kind", kind);
}

export function filterOf(project: string, kinds?: readonly string[]): string {
  const owner = `owner = '${ownerOf(project)}'`;
  return kinds === undefined ? owner : `${owner} AND ${anyOf("kind_key", kinds.map(kindKeyOf))}`;
}

/** `hashes` must be hashes. An empty list matches nothing. */
export function anyOf(column: "key" | "kind_key", hashes: readonly string[]): string {
  return hashes.length === 0 ? "false" : `${column} IN (${hashes.map((hash) => `'${hash}'`).join(", ")})`;
}
