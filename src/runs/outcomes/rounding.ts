/** The number that `toFixed` writes. */
export function roundTo(value: number, decimals: number): number {
  const unit = 10 ** decimals;
  const scaled = value * unit;
  const nearest = Math.round(scaled);
  // Each outcome rounds some numbers, and a text takes ten times as long. It decides where a product of binary
  // fractions is too coarse to say which way to round, and about the sign of 0.
  const isClear = Math.abs(scaled - nearest) < 0.49 && Math.abs(nearest) < 2 ** 40 && nearest !== 0;
  return isClear ? nearest / unit : Number(value.toFixed(decimals));
}

/** A number for people: four decimals hide the noise of binary fractions and nothing that a rule could see. */
export function rounded(value: number): number {
  return roundTo(value, 4);
}

/** Removes what binary fractions add: 0.55 + 3 · 0.05 is 0.7, not 0.7000000000000001. NaN stays NaN. */
export function withoutNoise(value: number): number {
  return roundTo(value, 12);
}
