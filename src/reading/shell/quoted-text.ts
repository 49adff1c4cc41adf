import { fitsBudget, noteUnread, wordsOfParameter } from "./known.js";
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
const ansiCode = /\\(?:x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|[0-7]{1,3})/y;

/** `$'…'`. An escape that is neither a line break, a tab nor a number is the letter behind the backslash. */
export function readAnsi(reading: Reading): string {
  let found = "";
  reading.at += 2;
  while (reading.at < reading.text.length) {
    const char = reading.text.charAt(reading.at);
    if (char === "'") {
      reading.at += 1;
      break;
    }
    found += char === "\\" ? readEscape(reading) : take(reading, ansiRun);
  }
  return found;
}

function readEscape(reading: Reading): string {
  const code = take(reading, ansiCode).slice(1);
  const base = /^[xu]/.test(code) ? 16 : 8;
  if (code !== "") return String.fromCharCode(Number.parseInt(code.replace(/^[xu]/, ""), base));
  const next = reading.text.charAt(reading.at + 1);
  reading.at += 2;
  return next === "n" ? "\n" : next === "t" ? "\t" : next;
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
    found += substituted(reading) ?? (char === "\\" ? readEscaped(reading) : take(reading, doubleRun));
  }
  return found;
}

function readEscaped(reading: Reading): string {
  const next = reading.text.charAt(reading.at + 1);
  reading.at += 2;
  if (next === "\n") return "";
  return /[$`"\\]/.test(next) ? next : `\\${next}`;
}

/** The value of the substitution that begins here; undefined if none begins here. */
function substituted(reading: Reading): string | undefined {
  const two = reading.text.slice(reading.at, reading.at + 2);
  if (two.startsWith("`")) return reading.substitution(reading, 1);
  if (two === "$(") return reading.substitution(reading, 2);
  const written = readParameter(reading);
  return written === undefined ? undefined : (parameterValue(reading, written)?.join(" ") ?? written);
}

const parameter = /\$(?:[A-Za-z_]\w{0,200}|[0-9@*])/y;

/** A parameter as it is written, `$a` or `${…}`; undefined when none begins here. */
export function readParameter(reading: Reading): string | undefined {
  if (reading.text.startsWith("${", reading.at)) {
    if (reading.depth < deepest) return readBraces(reading);
    noteUnread(reading.known, "nested too deep");
    return undefined;
  }
  return (reading.known && take(reading, parameter)) || undefined;
}

/** The words of a parameter; undefined if they are unknown. */
export function parameterValue({ known }: Reading, written: string): readonly string[] | undefined {
  if (known === undefined) return undefined;
  const words = wordsOfParameter(known, written);
  return words !== undefined && fitsBudget(known, words.join(" ")) ? words : undefined;
}

/**
 * `${…}` as it is written, with what is known put in for the parameters in its default value. Commands in it
 * are read.
 */
function readBraces(reading: Reading): string {
  let written = "${";
  reading.at += 2;
  reading.depth += 1;
  while (reading.at < reading.text.length) {
    const start = reading.at;
    const char = reading.text.charAt(start);
    const value = char === '"' ? quotedInBraces(reading) : substituted(reading);
    if (value === undefined) reading.at += char === "\\" ? 2 : 1;
    written += (reading.known && value) ?? reading.text.slice(start, reading.at);
    if (char === "}") break;
  }
  reading.depth -= 1;
  return written;
}

function quotedInBraces(reading: Reading): string {
  reading.at += 1;
  return `"${readDouble(reading, '"')}"`;
}
