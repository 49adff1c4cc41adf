import { deepest, type Reading } from "./reading.js";

/** From an apostrophe to the next: all of it is text. */
export function readSingle(reading: Reading): string {
  const start = reading.at + 1;
  const end = reading.text.indexOf("'", start);
  reading.at = end === -1 ? reading.text.length : end + 1;
  return reading.text.slice(start, end === -1 ? undefined : end);
}

const ansiRun = /[^'\\]+/y;

/** `$'…'`. Only what stands for a blank is resolved; any other escape is the letter behind the backslash. */
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
    } else found += run(reading, ansiRun);
  }
  return found;
}

const doubleRun = /[^"\\`$]+/y;

/**
 * Text in which only substitutions are read, up to its closer; a here-document has none and ends with its
 * text.
 */
export function readDouble(reading: Reading, closer: '"' | ""): string {
  let found = "";
  while (reading.at < reading.text.length) {
    const char = reading.text.charAt(reading.at);
    if (char === closer) {
      reading.at += 1;
      break;
    }
    found += substituted(reading) ?? (char === "\\" ? unescaped(reading) : run(reading, doubleRun));
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
  if (two.startsWith("`")) return reading.nested(reading, 1);
  if (two === "$(") return reading.nested(reading, 2);
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

function run(reading: Reading, pattern: RegExp): string {
  pattern.lastIndex = reading.at;
  const found = pattern.exec(reading.text)?.[0] ?? reading.text.charAt(reading.at);
  reading.at += found.length;
  return found;
}
