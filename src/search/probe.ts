import { randomUUID } from "node:crypto";
import { normalised } from "../engines/retrieval/cosine.js";
import type { VectorIndex } from "./vector-index.js";

/** A project of its own that no real one can be called: keys of projects have no space. */
const probeProject = "health probe";

/** Other processes may probe at the same moment: theirs are found too. */
const mostProbes = 100;

/** Writes a vector, looks for it, and removes it. Returns what is wrong, or undefined. */
export async function probed(
  index: VectorIndex,
  vector: Float32Array = someDirection(index.model.dimensions),
): Promise<string | undefined> {
  const id = randomUUID();
  await index.upsert(probeProject, [{ id, kind: "probe", vector }]);
  const found = await index.nearest(probeProject, vector, { limit: mostProbes });
  await index.remove(probeProject, [id]);
  const left = await index.vectorsOf(probeProject, [id]);
  const own = found.find((each) => each.id === id);
  if (own === undefined) return "a vector was written and not found again";
  if (!(own.similarity > 0.99)) return `a vector is like itself by ${own.similarity} only`;
  return left.size === 0 ? undefined : "a removed vector is still there";
}

function someDirection(dimensions: number): Float32Array {
  return normalised(Float32Array.from({ length: dimensions }, (_, place) => 1 / (1 + place)));
}
