import { normalised } from "./order/cosine.js";
import type { VectorIndex } from "./vector-index.js";

/** No real project has this name, because project keys have no spaces. */
const probeProject = "health probe";

/** Probes that other processes write at the same time are found too. */
const maxProbes = 100;

/** Writes a vector, finds it and removes it. Returns the problem, or undefined when all is well. */
export async function probeIndex(
  index: VectorIndex,
  vector: Float32Array = someDirection(index.model.dimensions),
): Promise<string | undefined> {
  const id = crypto.randomUUID();
  await index.upsert(probeProject, [{ id, kind: "probe", vector }]);
  const found = await index.nearest(probeProject, vector, { limit: maxProbes });
  await index.remove(probeProject, [id]);
  const left = await index.vectorsOf(probeProject, [id]);
  const own = found.find((each) => each.id === id);
  if (own === undefined) return "a vector was written and cannot be found";
  if (!(own.similarity > 0.99)) return `a vector has a similarity of only ${own.similarity} to itself`;
  return left.size === 0 ? undefined : "a removed vector is still there";
}

function someDirection(dimensions: number): Float32Array {
  return normalised(Float32Array.from({ length: dimensions }, (_, place) => 1 / (1 + place)));
}
