import { findJsonFault } from "../config/json-fault.js";
import { type JsonOutline, outlineOf } from "./json-outline.js";
import { withoutBom } from "./without-bom.js";

/** One value of the text, or why there is none, with the line it starts in. Lines count from 1. */
export type JsonLine =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string };

/**
 * Our own inputs are 3 deep; checking or writing a value that is nested much deeper could exhaust the stack.
 */
const deepest = 64;
/** One value of ours is a few hundred bytes; nobody writes a megabyte of outcome. */
const longestChars = 1_048_576;

/**
 * The values of a JSONL text, one for each line that is not blank. Also takes one JSON document over several
 * lines: an object is one value, an array is its elements. A bad line is a problem with its number, and the
 * other lines are read all the same.
 */
export function readJsonLines(input: string): readonly JsonLine[] {
  const text = withoutBom(input);
  const whole = parse(text);
  if (whole !== undefined) return readDocument(text, whole.value);
  if (isBrokenDocument(text)) return [problemOfDocument(text)];
  return text.split("\n").flatMap((line, index) => (isBlank(line) ? [] : [readLine(line, index + 1)]));
}

function readLine(text: string, line: number): JsonLine {
  if (text.length > longestChars) return { line, problem: tooLong };
  const parsed = parse(text);
  if (parsed === undefined) return { line, problem: `it is not JSON: ${faultOf(text)}` };
  return tooDeep(outlineOf(text)) ? { line, problem: nestedTooDeep } : { line, value: parsed.value };
}

/** Where one element of an array is too long or too deep the others are still good. */
function readDocument(text: string, value: unknown): readonly JsonLine[] {
  const lines = lineCounter(text);
  if (!Array.isArray(value)) return [checked(text, value, lines(text.search(/\S/)))];
  const { elements } = outlineOf(text);
  return elements.map(({ start, end }, index) => checked(text.slice(start, end), value[index], lines(start)));
}

function checked(text: string, value: unknown, line: number): JsonLine {
  if (text.trimEnd().length > longestChars) return { line, problem: tooLong };
  return tooDeep(outlineOf(text)) ? { line, problem: nestedTooDeep } : { line, value };
}

const tooLong = `it is longer than ${longestChars} characters`;
const nestedTooDeep = `it is nested deeper than ${deepest} levels`;

function tooDeep({ depth }: JsonOutline): boolean {
  return depth > deepest;
}

/**
 * A first line that only opens something starts a document over several lines: one fault, not one in each
 * line.
 */
function isBrokenDocument(text: string): boolean {
  const first = text.split("\n").find((line) => !isBlank(line)) ?? "";
  return /^\s*(?:\[|\{)/.test(first) && /[[{,:]\s*$/.test(first);
}

/** A longer document is refused without the place: the search for it needs memory of its size. */
const explainedChars = 4 * longestChars;

function problemOfDocument(text: string): JsonLine {
  const fault = text.length <= explainedChars ? findJsonFault(text) : undefined;
  return {
    line: fault?.line ?? 1,
    problem: `it is not JSON: ${fault?.reason ?? "the document cannot be read"}`,
  };
}

function faultOf(line: string): string {
  const fault = findJsonFault(line);
  return fault === undefined ? "it cannot be read" : `column ${fault.column}: ${fault.reason}`;
}

/**
 * Boxed, since `undefined` is no JSON value but `null` is. JSON.parse is the only reader that knows all of
 * JSON.
 */
function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isBlank(line: string): boolean {
  return !/[^ \t\r]/.test(line);
}

/** Line numbers of growing positions, each stretch of the text counted once. */
function lineCounter(text: string): (position: number) => number {
  let at = text.indexOf("\n");
  let line = 1;
  return (position) => {
    for (; at !== -1 && at < position; at = text.indexOf("\n", at + 1)) line += 1;
    return line;
  };
}
