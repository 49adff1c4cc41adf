import { roundTo } from "../runs/outcomes/rounding.js";

/**
 * A number for people: four decimals hide the noise of binary fractions and nothing that a rule could see.
 */
export function rounded(value: number): number {
  return roundTo(value, 4);
}
