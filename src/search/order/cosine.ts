/**
 * How alike two texts are in meaning, from the cosine of their vectors: 0 for unrelated, 1 for the same.
 * Models differ in what two unrelated texts get, the background, from nearly 0 to above 0.7; without taking
 * it off, another model would need other weights.
 */
export function meaningScore(cosine: number, background: number): number {
  if (!(background < 1) || !Number.isFinite(cosine)) return 0;
  return Math.max(0, (cosine - background) / (1 - background));
}

/** The mean cosine among vectors of texts that have nothing to do with each other. */
export function backgroundOf(vectors: readonly Float32Array[]): number {
  let sum = 0;
  let pairs = 0;
  for (const [place, one] of vectors.entries()) {
    for (const other of vectors.slice(place + 1)) {
      sum += dot(one, other);
      pairs += 1;
    }
  }
  return pairs === 0 ? 0 : Math.min(0.99, Math.max(0, sum / pairs));
}

/** The cosine of two vectors of length 1. */
export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place += 1) sum += (one[place] ?? 0) * (other[place] ?? 0);
  return sum;
}

/** The same direction with length 1. No direction stays no direction: all zeros. */
export function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return new Float32Array(vector.length);
  return vector.map((value) => value / length);
}
