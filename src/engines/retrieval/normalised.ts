/** The same direction with length 1. No direction stays no direction: all zeros. */
export function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return new Float32Array(vector.length);
  return vector.map((value) => value / length);
}
