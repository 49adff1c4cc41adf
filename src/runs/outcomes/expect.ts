import { WhetstoneError } from "../../base/errors.js";

/**
 * Passes a number on, or refuses it by name. NaN compares as false with everything, so a rule that only
 * compared would take it for fine.
 */
export function expectNumber(field: string, value: number, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most && Number.isFinite(value)) return value;
  const range =
    most === Number.POSITIVE_INFINITY ? `a finite number of at least ${least}` : `from ${least} to ${most}`;
  return refuseValue(field, value, range);
}

/** Passes a count of events on: a whole number, not negative. */
export function expectCount(field: string, value: number): number {
  return Number.isSafeInteger(value) && value >= 0
    ? value
    : refuseValue(field, value, "a whole number of at least 0");
}

export function expectOneOf<Choice extends string>(
  field: string,
  value: Choice,
  choices: readonly Choice[],
): Choice {
  return choices.includes(value) ? value : refuseValue(field, value, `one of ${choices.join(", ")}`);
}

export function refuseValue(field: string, value: unknown, expected: string): never {
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  throw new WhetstoneError("invalid_input", `'${field}' is ${shown}; expected ${expected}`, {
    field,
    next: `correct '${field}' and call again`,
    values: { value: shown, expected },
  });
}
