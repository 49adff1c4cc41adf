import { readHereDocuments } from "./here-documents.js";
import { readAnsi, readBraces, readDouble, readSingle } from "./quoted-text.js";
import { deepest, type Reading, type ShellLine } from "./reading.js";

/** The command that is being read. */
interface Current {
  words: string[];
  input: string[];
  word: string | undefined;
  quoted: boolean;
  /** What the next word is, if not a word of the command. */
  target: "file" | "text" | "end" | "tabbed end" | undefined;
  before: ShellLine | undefined;
  /** The words are elements of an array. */
  readonly silent: boolean;
}

const blank = /[ \t\r]+/y;
const redirection = /&>>?|<<<|<<-?|<>|>>|>\||[<>]&?/y;
const plain = /[^\s'"`$\\#<>|&;()]+|[\s\S]/y;

/**
 * Every command of a script, those in substitutions, subshells, groups and bodies of functions included,
 * inner ones first. Linear in the length of the text. Never throws: what is not closed ends with the text.
 */
export function shellLines(text: string): readonly ShellLine[] {
  const reading: Reading = { text, at: 0, depth: 0, lines: [], waiting: [], sums: false, nested: readNested };
  readList(reading, "", false);
  return reading.lines;
}

function readList(reading: Reading, closer: ")" | "`" | "", silent: boolean): void {
  const current: Current = {
    words: [],
    input: [],
    word: undefined,
    quoted: false,
    target: undefined,
    before: undefined,
    silent,
  };
  while (reading.at < reading.text.length) {
    const char = reading.text.charAt(reading.at);
    if (char === closer) {
      reading.at += 1;
      break;
    }
    if (!inWord(reading, current, char)) betweenWords(reading, current, char);
  }
  endLine(reading, current, false);
}

/**
 * Reads a list inside brackets or backticks that `length` characters open, and gives what stands for it in
 * its word.
 */
function readNested(reading: Reading, length: number, silent = false): string {
  const { text, at, sums } = reading;
  const opener = text.slice(at, at + length);
  reading.at += length;
  if (reading.depth >= deepest) return "$()";
  reading.depth += 1;
  reading.sums = (opener.endsWith("(") && text.charAt(at + length) === "(") || (opener === "(" && sums);
  readList(reading, opener === "`" ? "`" : ")", silent);
  reading.sums = sums;
  reading.depth -= 1;
  return "$()";
}

function inWord(reading: Reading, current: Current, char: string): boolean {
  const { text, at } = reading;
  const two = text.slice(at, at + 2);
  if (two === "$(" || char === "`" || two === "<(" || two === ">(") {
    const nested = readNested(reading, char === "`" ? 1 : 2);
    return reading.depth >= deepest ? endLine(reading, current, false) : add(current, nested);
  }
  if (char === "'") return add(current, readSingle(reading), true);
  if (two === "$'") return add(current, readAnsi(reading), true);
  if (char === '"' || two === '$"') {
    reading.at += two === '$"' ? 2 : 1;
    return add(current, readDouble(reading, '"'), true);
  }
  if (two === "${" && reading.depth < deepest) return add(current, readBraces(reading));
  if (char === "\\") return escaped(reading, current);
  if (/[\s#<>|&;()]/.test(char) && !(char === "#" && current.word !== undefined)) return false;
  return add(current, take(reading, plain));
}

function add(current: Current, text: string, quoted = false): true {
  current.word = (current.word ?? "") + text;
  current.quoted ||= quoted;
  return true;
}

/** A line that ends in a backslash goes on in the next one, within the same word. */
function escaped(reading: Reading, current: Current): true {
  const next = reading.text.startsWith("\r\n", reading.at + 1) ? "\r\n" : reading.text.charAt(reading.at + 1);
  reading.at += 1 + next.length;
  return next.endsWith("\n") || next === "" ? true : add(current, next, true);
}

function betweenWords(reading: Reading, current: Current, char: string): void {
  if (char === "#") reading.at = endOfLine(reading.text, reading.at);
  else if (char === "<" || char === ">" || (char === "&" && reading.text.charAt(reading.at + 1) === ">"))
    redirect(reading, current);
  else if (char === "(") openBracket(reading, current);
  else if (take(reading, blank) !== "") endWord(reading, current);
  else if (/[\n|&;)]/.test(char)) endCommand(reading, current, char);
  else add(current, take(reading, plain));
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function redirect(reading: Reading, current: Current): void {
  // `2>`: the number is the stream, no word.
  if (!current.quoted && /^\d{1,3}$/.test(current.word ?? "")) current.word = undefined;
  endWord(reading, current);
  const sign = take(reading, redirection);
  if (sign === "<<<") current.target = "text";
  else if (sign.startsWith("<<") && !reading.sums) current.target = sign === "<<-" ? "tabbed end" : "end";
  else current.target = "file";
}

function openBracket(reading: Reading, current: Current): void {
  if (current.word?.endsWith("=") && reading.depth < deepest) {
    add(current, readNested(reading, 1, true));
    return;
  }
  endLine(reading, current, false);
  readNested(reading, 1);
}

function endCommand(reading: Reading, current: Current, char: string): void {
  const next = reading.text.charAt(reading.at + 1);
  const double = (char === "|" || char === "&") && next === char;
  endLine(reading, current, char === "|" && !double);
  reading.at += double || (char === "|" && next === "&") ? 2 : 1;
  if (char === "\n") readHereDocuments(reading);
}

function endWord(reading: Reading, current: Current): void {
  const { word, target, quoted, input } = current;
  if (word === undefined) return;
  if (target === undefined) current.words.push(word);
  else if (target === "text") input.push(word);
  else if (target !== "file")
    reading.waiting.push({ end: word, tabbed: target === "tabbed end", quoted, input });
  current.word = undefined;
  current.quoted = false;
  current.target = undefined;
}

function endLine(reading: Reading, current: Current, piped: boolean): true {
  endWord(reading, current);
  const { words, input, before } = current;
  const line: ShellLine | undefined = words.length > 0 ? { words, input, before } : undefined;
  if (line !== undefined && !current.silent) reading.lines.push(line);
  current.before = piped ? line : undefined;
  current.words = [];
  current.input = [];
  current.target = undefined;
  return true;
}

function take(reading: Reading, pattern: RegExp): string {
  pattern.lastIndex = reading.at;
  const found = pattern.exec(reading.text)?.[0] ?? "";
  reading.at += found.length;
  return found;
}
