export function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** Removes what binary fractions add: 0.55 + 3 · 0.05 is 0.7, not 0.7000000000000001. NaN stays NaN. */
export function withoutNoise(value: number): number {
  return roundTo(value, 12);
}
