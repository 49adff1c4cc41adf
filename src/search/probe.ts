import { normalised } from "../engines/retrieval/normalised.js";
import type { VectorIndex } from "./vector-index.js";

/** A project of its own that no real one can be called: keys of projects have no space. */
const probeProject = "health probe";
const probeId = "probe";

/** Writes a vector, looks for it, and removes it. Returns what is wrong, or undefined. */
export async function probed(index: VectorIndex): Promise<string | undefined> {
  const vector = normalised(Float32Array.from({ length: index.model.dimensions }, (_, place) => 1 / (1 + place)));
  await index.upsert(probeProject, [{ id: probeId, kind: "probe", vector }]);
  const found = await index.nearest(probeProject, vector, { limit: 2 });
  await index.remove(probeProject, [probeId]);
  const left = await index.count(probeProject);
  const [first] = found;
  if (found.length !== 1 || first?.id !== probeId) return `a vector was written and ${found.length} were found`;
  if (!(first.similarity > 0.99)) return `a vector is like itself by ${first.similarity} only`;
  return left === 0 ? undefined : "a removed vector is still there";
}
