/** What stands where a text was forgotten. */
export const forgottenMark = "[forgotten]";

/**
 * Replaces texts wherever they stand inside a JSON value's strings, in any case of letters and any white
 * space; keys are left alone. Returns the very same string when none of them is in it. What is not JSON is
 * treated as plain text.
 */
export function blankTexts(json: string, texts: readonly string[]): string {
  const patterns = texts.filter((text) => text.trim() !== "").map(patternOf);
  const blank = (value: string) =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, forgottenMark), value);
  const parsed = parse(json);
  if (parsed === undefined) return blank(json);
  let found = false;
  const result = JSON.stringify(parsed.value, (_key, value: unknown) => {
    if (typeof value !== "string") return value;
    const blanked = blank(value);
    found ||= blanked !== value;
    return blanked;
  });
  return found ? result : json;
}

function patternOf(text: string): RegExp {
  const words = text.trim().split(/\s+/u);
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("\\s+"), "giu");
}

function parse(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}
