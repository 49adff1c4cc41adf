/**
 * A number for people: four decimals hide the noise of binary fractions and nothing that a rule could see.
 */
export function rounded(value: number): number {
  return Number(value.toFixed(4));
}
