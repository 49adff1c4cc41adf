/**
 * What no store keeps: half a surrogate pair, which UTF-8 cannot hold; U+0000, where SQLite and PostgreSQL
 * end a text or refuse it; and the code points that Unicode keeps free for a program's own use.
 */
const unstorable = /[\0\p{Cs}\p{Noncharacter_Code_Point}]/u;
const allUnstorable = new RegExp(unstorable, "gu");

/** The same in a JSON text, where half a pair and U+0000 are written as escapes. Finds a few texts too many. */
const inJson = /\\u(?:0000|[dD][89a-fA-F])|\p{Noncharacter_Code_Point}/u;

export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

/** The text with U+FFFD in the place of each character that no store keeps. Never longer than before. */
export function wellFormed(text: string): string {
  return unstorable.test(text) ? text.replace(allUnstorable, "\ufffd") : text;
}

/**
 * A value of JSON with every text in it well-formed, keys included; the very same value where all are. As
 * deep as the value is: a caller that takes values from outside limits their depth first.
 */
export function wellFormedValue<T>(value: T): T {
  return repaired(value) as T;
}

/** Whether a JSON text may hold a character that no store keeps. False for certain, true not quite. */
export function mayHoldUnstorable(json: string): boolean {
  return inJson.test(json);
}

function repaired(value: unknown): unknown {
  if (typeof value === "string") return wellFormed(value);
  if (Array.isArray(value)) return repairedList(value);
  return typeof value === "object" && value !== null ? repairedObject(value) : value;
}

function repairedList(list: readonly unknown[]): readonly unknown[] {
  const changed = list.map(repaired);
  return changed.some((each, index) => each !== list[index]) ? changed : list;
}

/** Other objects than plain ones (dates, lists of bytes) hold no texts of a caller. */
function repairedObject(value: object): object {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  let same = true;
  const entries = Object.entries(value).map(([key, old]) => {
    const pair = [wellFormed(key), repaired(old)] as const;
    same &&= pair[0] === key && pair[1] === old;
    return pair;
  });
  return same ? value : Object.fromEntries(entries);
}
