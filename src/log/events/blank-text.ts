/** Takes the place of a forgotten text. */
export const forgottenMark = "[forgotten]";

/**
 * Replaces every occurrence of these texts in the strings of a JSON value, ignoring case and white space;
 * keys are left alone. Returns the same string when none occurs. Input that is not JSON is treated as plain
 * text.
 */
export function blankTexts(json: string, texts: readonly string[]): string {
  const blank = blanker(texts);
  const parsed = parseJson(json);
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

/** The same for plain text. */
export function blankInPlainText(text: string, texts: readonly string[]): string {
  return blanker(texts)(text);
}

function blanker(texts: readonly string[]): (value: string) => string {
  const patterns = texts.filter((text) => text.trim() !== "").map(patternOf);
  return (value) => patterns.reduce((rest, pattern) => rest.replace(pattern, forgottenMark), value);
}

/** Each text as it is and as it is escaped inside JSON. */
export function withJsonForms(texts: readonly string[]): readonly string[] {
  return [...texts, ...texts.map((text) => JSON.stringify(text).slice(1, -1))];
}

/** Matches any of these texts, ignoring case and white space. Undefined for an empty list. */
export function anyOfTexts(texts: readonly string[]): RegExp | undefined {
  const sources = texts.filter((text) => text.trim() !== "").map((text) => patternOf(text).source);
  return sources.length === 0 ? undefined : new RegExp(sources.join("|"), "iu");
}

function patternOf(text: string): RegExp {
  const words = text.trim().split(/\s+/u);
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("\\s+"), "giu");
}

function parseJson(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}
