/** What stands where a text was forgotten. */
export const forgottenMark = "[forgotten]";

/**
 * Replaces texts wherever they stand inside a JSON value's strings, in any case of letters and any white
 * space; keys are left alone. Returns the very same string when none of them is in it. What is not JSON is
 * treated as plain text.
 */
export function blankTexts(json: string, texts: readonly string[]): string {
  const blank = blanker(texts);
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

/** The same in a text of any kind, whatever it means. */
export function blankInPlainText(text: string, texts: readonly string[]): string {
  return blanker(texts)(text);
}

function blanker(texts: readonly string[]): (value: string) => string {
  const patterns = texts.filter((text) => text.trim() !== "").map(patternOf);
  return (value) => patterns.reduce((rest, pattern) => rest.replace(pattern, forgottenMark), value);
}

/** The texts as they are and as they stand inside a JSON text. */
export function withJsonForms(texts: readonly string[]): readonly string[] {
  return [...texts, ...texts.map((text) => JSON.stringify(text).slice(1, -1))];
}

/** Finds any of these texts, in any case of letters and any white space. Undefined where there is none. */
export function anyOfTexts(texts: readonly string[]): RegExp | undefined {
  const sources = texts.filter((text) => text.trim() !== "").map((text) => patternOf(text).source);
  return sources.length === 0 ? undefined : new RegExp(sources.join("|"), "iu");
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
