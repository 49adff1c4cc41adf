/** Longer than any id; a bound keeps the reading linear. */
const longest = 100;
const marks = "[*_`\"'“”‘’<([{#\\s]{0,20}";
const naming =
  "(?:(?:the\\s{1,5})?(?:(?:directive|lesson|knowledge)[\\s_-]{1,3})?ids?|directives?|lessons?)" +
  "(?:\\s{0,5}[:=#]\\s{0,5}|\\s{1,5})";
const before = new RegExp(`${marks}(?:${naming}${marks})?`, "iy");
const token = /[a-z0-9][a-z0-9_-]{0,100}/iy;
const after = /[*_`"'“”‘’>)\]}…]{0,20}/y;
/** What the contract writes in the place of an id, and answers that name none. */
const notIds = [
  "(?:(?:the|your|short|full|directive|lesson|knowledge|some|same)[_-]?)*ids?[_-]?\\d{0,3}",
  "x+",
  "none",
  "nil",
  "null",
  "nothing",
  "all",
  "any",
  "each",
  "every",
  "both",
  "yes",
  "no",
  "ok",
  "true",
  "false",
  "na",
  "n",
  "tbd",
  "todo",
  "see",
  "the",
  "this",
  "that",
  "reason",
  "evidence",
  "because",
  "and",
  "or",
];
const placeholder = new RegExp(`^(?:${notIds.join("|")})$`, "i");

export interface IdToken {
  readonly id: string;
  /** Looks like an id wherever it stands, not only after a colon. */
  readonly strong: boolean;
  readonly end: number;
}

/**
 * The id at this place of a line, with the quotes, brackets and words that models put around it; undefined if
 * there is none.
 */
export function idAt(line: string, from: number): IdToken | undefined {
  const start = matchEnd(before, line, from) ?? from;
  return wholeToken(line, start) ?? wholeToken(line, from);
}

function wholeToken(line: string, start: number): IdToken | undefined {
  token.lastIndex = start;
  const text = token.exec(line)?.[0];
  if (text === undefined || text.length > longest) return undefined;
  // "a1b2c3d4--used it": two dashes are punctuation, and so are marks at the end.
  const id = (text.split("--", 1)[0] ?? "").replace(/[_-]+$/, "");
  if (id === "" || placeholder.test(id)) return undefined;
  const end = start + id.length;
  if (/^[\p{L}\p{N}]/u.test(line.slice(end, end + 2))) return undefined;
  return { id, strong: isStrong(id), end: matchEnd(after, line, end) ?? end };
}

/** Hexadecimal like the ids of directives, or with their prefix. Dates and words are not. */
export function isStrong(id: string): boolean {
  if (/^directive-[a-z0-9]/i.test(id)) return true;
  if (!/^[0-9a-f]{4,}(?:-[0-9a-f]+)*$/i.test(id)) return false;
  const [digit, letter] = [/\d/.test(id), /[a-f]/i.test(id)];
  return (digit && letter) || (digit && /^\d{6}/.test(id)) || id.length >= 8;
}

export function matchEnd(pattern: RegExp, line: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(line) ? pattern.lastIndex : undefined;
}
