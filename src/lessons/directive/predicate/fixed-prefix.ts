/** A prefix is tried at every place of a text: its length bounds what that costs. */
const maxElements = 32;

const escapes: Readonly<Record<string, string>> = { d: "[0-9]", w: "[0-9A-Za-z_]", s: "[\\t\\n\\f\\r ]" };

/**
 * What every match of a pattern starts with, as far as it has a fixed number of characters: a regular
 * expression that the built-in engine checks fast and, without a repetition in it, in linear time. A text in
 * which it finds nothing holds no match. It may find more than the pattern does. Undefined when the pattern
 * is not simple enough to tell.
 */
export function fixedPrefix(pattern: string): RegExp | undefined {
  // Either side of a bar may match, so neither side's start is every match's.
  if (pattern.includes("|")) return undefined;
  const anyCase = pattern.startsWith("(?i)");
  const elements: string[] = [];
  for (let rest = anyCase ? pattern.slice(4) : pattern; rest !== "" && elements.length < maxElements; ) {
    const next = readElement(rest, anyCase);
    if (next === undefined) break;
    const times = readTimes(rest.slice(next.length));
    // An edge of a word or line takes no character, and leaving it out only finds more.
    if (next.source !== "") for (let time = 0; time < times.least; time += 1) elements.push(next.source);
    if (!times.exact) break;
    rest = rest.slice(next.length + times.length);
  }
  const prefix = elements.slice(0, maxElements).join("");
  return prefix === "" ? undefined : new RegExp(prefix, anyCase ? "iu" : "u");
}

interface Element {
  readonly source: string;
  readonly length: number;
}

/** One character of a match, or an edge. Undefined at whatever else begins here. */
export function readElement(rest: string, anyCase: boolean): Element | undefined {
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  if (character === "\\") return readEscape(rest[1] ?? "");
  if (character === "[") return readRegexClass(rest, anyCase);
  if (character === "^") return { source: "", length: 1 };
  if (character === ".") return { source: "[^\\n]", length: 1 };
  if (/[$()*+?{}\]|]/.test(character)) return undefined;
  return { source: character.replace("/", "\\/"), length: character.length };
}

function readEscape(letter: string): Element | undefined {
  if (letter === "b") return { source: "", length: 2 };
  const known = escapes[letter];
  if (known !== undefined) return { source: known, length: 2 };
  // Punctuation stands for itself. In square brackets, where the built-in engine takes any of it escaped.
  return /[!-/:-@[-`{-~]/.test(letter)
    ? { source: `[${/[\\\]^]/.test(letter) ? "\\" : ""}${letter}]`, length: 2 }
    : undefined;
}

/**
 * Only letters, digits, ranges of them and spaces. Both engines fold the case of a negated class in ways of
 * their own.
 */
function readRegexClass(rest: string, anyCase: boolean): Element | undefined {
  const source = /^\[\^?(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9_ ])+\]/.exec(rest)?.[0];
  return source === undefined || (anyCase && source.startsWith("[^"))
    ? undefined
    : { source, length: source.length };
}

/** How often the element before comes at least, and whether no more often. */
export function readTimes(rest: string): {
  readonly least: number;
  readonly exact: boolean;
  readonly length: number;
} {
  const counted = /^\{(\d{1,4})(,\d{0,4})?\}/.exec(rest);
  if (counted !== null) {
    const least = Math.min(Number(counted[1]), maxElements);
    // A second quantifier after it makes it lazy, or no pattern.
    const exact =
      counted[2] === undefined && least < maxElements && !/^[?*+{]/.test(rest.slice(counted[0].length));
    return { least, exact, length: counted[0].length };
  }
  if (rest.startsWith("+")) return { least: 1, exact: false, length: 1 };
  return /^[*?{]/.test(rest) ? { least: 0, exact: false, length: 1 } : { least: 1, exact: true, length: 0 };
}
