import { findJsonFault } from "../../base/config/json-fault.js";
import { stripBom } from "./tool-report.js";

/** One value of the text, or why it cannot be read, with the line it starts in. Lines count from 1. */
export type JsonLine =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string };

/** Valid inputs are 3 levels deep; checking or writing a much deeper value could exhaust the stack. */
const maxDepth = 64;
/** A valid input is a few hundred bytes. */
const maxChars = 1_048_576;

/**
 * Reads the values of a JSONL text, one for each line that is not blank. Also accepts one JSON document over
 * several lines: an object is one value, an array is its elements. A bad line becomes a problem with its line
 * number, and the other lines are still read.
 */
export function readJsonLines(input: string): readonly JsonLine[] {
  const text = stripBom(input);
  const whole = parseJsonText(text);
  if (whole !== undefined) return readDocument(text, whole.value);
  if (isBrokenDocument(text)) return [problemOfDocument(text)];
  return text.split("\n").flatMap((line, index) => (isBlankLine(line) ? [] : [readLine(line, index + 1)]));
}

function readLine(text: string, line: number): JsonLine {
  if (text.length > maxChars) return { line, problem: tooLong };
  const parsed = parseJsonText(text);
  if (parsed === undefined) return { line, problem: `it is not JSON: ${describeFault(text)}` };
  return isTooDeep(text) ? { line, problem: nestedTooDeep } : { line, value: parsed.value };
}

/** An array element that is too long or too deep does not spoil the others. */
function readDocument(text: string, value: unknown): readonly JsonLine[] {
  const lines = lineCounter(text);
  if (!Array.isArray(value)) return [checkedValue(text, value, lines(text.search(/\S/)))];
  const { elements } = outlineOf(text);
  return elements.map(({ start, end }, index) =>
    checkedValue(text.slice(start, end), value[index], lines(start)),
  );
}

function checkedValue(text: string, value: unknown, line: number): JsonLine {
  if (text.trimEnd().length > maxChars) return { line, problem: tooLong };
  return isTooDeep(text) ? { line, problem: nestedTooDeep } : { line, value };
}

const tooLong = `it is longer than ${maxChars} characters`;
const nestedTooDeep = `it is nested deeper than ${maxDepth} levels`;

function isTooDeep(json: string): boolean {
  return outlineOf(json).depth > maxDepth;
}

/**
 * A first line that ends with an open bracket, a comma or a colon starts a document over several lines, which
 * has one fault instead of one per line.
 */
function isBrokenDocument(text: string): boolean {
  const first = text.split("\n").find((line) => !isBlankLine(line)) ?? "";
  return /^\s*(?:\[|\{)/.test(first) && /[[{,:]\s*$/.test(first);
}

/** A longer document is refused without the place of its fault: finding it needs memory of the same size. */
const explainedChars = 4 * maxChars;

function problemOfDocument(text: string): JsonLine {
  const fault = text.length <= explainedChars ? findJsonFault(text) : undefined;
  return {
    line: fault?.line ?? 1,
    problem: `it is not JSON: ${fault?.reason ?? "the document cannot be read"}`,
  };
}

function describeFault(line: string): string {
  const fault = findJsonFault(line);
  return fault === undefined ? "it cannot be read" : `column ${fault.column}: ${fault.reason}`;
}

/** Boxed, because null is a JSON value too. */
function parseJsonText(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isBlankLine(line: string): boolean {
  return !/[^ \t\r]/.test(line);
}

/** Gives the line of each position. Positions must not decrease, so that the text is scanned once. */
function lineCounter(text: string): (position: number) => number {
  let at = text.indexOf("\n");
  let line = 1;
  return (position) => {
    for (; at !== -1 && at < position; at = text.indexOf("\n", at + 1)) line += 1;
    return line;
  };
}

/** The shape of a text that is known to be JSON, found without building its value. */
interface JsonOutline {
  readonly depth: number;
  /** Where each element of a top-level array starts and ends; empty for any other value. */
  readonly elements: readonly { readonly start: number; readonly end: number }[];
}

/** One pass that keeps only counters, so neither the size nor the depth of the text is a danger. */
function outlineOf(json: string): JsonOutline {
  const elements: { start: number; end: number }[] = [];
  const isList = /^\s*\[/.test(json);
  let open = 0;
  let depth = 0;
  let start = -1;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (" \t\r\n:".includes(character)) continue;
    if (character === "]" || character === "}") open -= 1;
    const isEnd = isList && (open === 0 || (open === 1 && character === ","));
    if (isEnd && start >= 0) elements.push({ start, end: at });
    if (isEnd) start = -1;
    else if (start < 0) start = at;
    if (character === "[" || character === "{") open += 1;
    depth = Math.max(depth, open);
    if (character === '"') at = closingQuote(json, at);
  }
  return { depth, elements };
}

/** The position of the closing quote: the next quote after an even number of backslashes. */
function closingQuote(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charAt(end - 1 - backslashes) === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
