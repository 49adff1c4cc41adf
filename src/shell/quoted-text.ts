import { deepest, type Reading, take } from "./reading.js";

/** The text from a quote to the next of its kind. Without a next one, undefined, and nothing is read. */
export function readLiteral(reading: Pick<Reading, "text" | "at">): string | undefined {
  const start = reading.at + 1;
  const end = reading.text.indexOf(reading.text.charAt(reading.at), start);
  if (end === -1) return undefined;
  reading.at = end + 1;
  return reading.text.slice(start, end);
}

/** `'…'`, to the end of the text if it is not closed. */
export function readSingle(reading: Reading): string {
  const closed = readLiteral(reading);
  if (closed !== undefined) return closed;
  const open = reading.text.slice(reading.at + 1);
  reading.at = reading.text.length;
  return open;
}

const ansiRun = /[^'\\]+/y;

/**
 * `$'…'`. Only the escapes for line breaks and tabs are resolved; any other is the letter behind the
 * backslash.
 */
export function readAnsi(reading: Reading): string {
  let found = "";
  reading.at += 2;
  while (reading.at < reading.text.length) {
    const char = reading.text.charAt(reading.at);
    if (char === "'") {
      reading.at += 1;
      break;
    }
    if (char === "\\") {
      const next = reading.text.charAt(reading.at + 1);
      found += next === "n" ? "\n" : next === "t" ? "\t" : next;
      reading.at += 2;
    } else found += take(reading, ansiRun);
  }
  return found;
}

const doubleRun = /[^"\\`$]+|[\s\S]/y;

/** Reads only the substitutions in a text, up to its closer. A here-document has none and is read whole. */
export function readDouble(reading: Reading, closer: '"' | ""): string {
  let found = "";
  while (reading.at < reading.text.length) {
    const char = reading.text.charAt(reading.at);
    if (char === closer) {
      reading.at += 1;
      break;
    }
    found += substituted(reading) ?? (char === "\\" ? unescaped(reading) : take(reading, doubleRun));
  }
  return found;
}

function unescaped(reading: Reading): string {
  const next = reading.text.charAt(reading.at + 1);
  reading.at += 2;
  if (next === "\n") return "";
  return /[$`"\\]/.test(next) ? next : `\\${next}`;
}

/** What stands for the substitution that begins here; undefined when none does. */
function substituted(reading: Reading): string | undefined {
  const two = reading.text.slice(reading.at, reading.at + 2);
  if (two.startsWith("`")) return reading.substitution(reading, 1);
  if (two === "$(") return reading.substitution(reading, 2);
  return two === "${" && reading.depth < deepest ? readBraces(reading) : undefined;
}

/** `${…}` as it is written. Commands in its default value are read. */
export function readBraces(reading: Reading): string {
  const start = reading.at;
  reading.at += 2;
  reading.depth += 1;
  while (reading.at < reading.text.length) {
    const char = reading.text.charAt(reading.at);
    if (char === '"') {
      reading.at += 1;
      readDouble(reading, '"');
    } else if (substituted(reading) === undefined) reading.at += char === "\\" ? 2 : 1;
    if (char === "}") break;
  }
  reading.depth -= 1;
  return reading.text.slice(start, reading.at);
}
