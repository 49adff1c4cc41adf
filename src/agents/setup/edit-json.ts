import {
  applyEdits,
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  visit,
} from "jsonc-parser";
import { WhetstoneError } from "../../base/errors.js";

/*
 * Changes settings files that people write too: JSON that may hold comments and trailing commas. jsonc-parser
 * reads it. Its own `modify` is not used: it reformats the whole line around a change, and it deletes the
 * comments between a removed property and the one before.
 */

/** The keys that lead to a value, those of the outer object first. */
export type JsonPath = readonly [string, ...string[]];

type Json = Readonly<Record<string, unknown>>;

/** A settings file that cannot be changed without losing a part of it. */
export function notAnObject(path: string, cause?: unknown): WhetstoneError {
  const where = cause instanceof SyntaxError ? `: ${cause.message}` : "";
  return leftUnchanged(path, `is not a JSON object${where}`, cause);
}

/** Comments stand nowhere in a value, so a list that is written anew would lose those in it. */
export function holdsComments(path: string): WhetstoneError {
  return leftUnchanged(path, "has comments in its hooks, which a change there would lose");
}

function leftUnchanged(path: string, what: string, cause?: unknown): WhetstoneError {
  return new WhetstoneError("invalid_input", `${path} ${what}; left unchanged`, {
    field: path,
    next: "correct the file, or leave this agent out by naming the others",
    cause,
  });
}

/** How many comments a JSON text holds. */
export function commentsIn(text: string): number {
  let comments = 0;
  visit(text, {
    onComment: () => {
      comments += 1;
    },
  });
  return comments;
}

/** The value of a JSON text. Throws a SyntaxError when the text is not JSON with comments. */
export function parseJson(text: string): unknown {
  return getNodeValue(treeOf(text));
}

/** Undefined when there is no value at the path. Throws like `parseJson`. */
export function jsonAt(text: string, path: JsonPath): unknown {
  const node = nodeAt(treeOf(text), path);
  return node && getNodeValue(node);
}

/** The text with a value at a path, every other character as it was. Creates the objects on the way. */
export function setInJson(text: string, path: JsonPath, value: unknown): string {
  return set(text, treeOf(text), path, value, 1);
}

/**
 * The text without the value at a path: the exact opposite of `setInJson`. Objects on the way that are empty
 * then go too, if `isRemovable` is true for their depth, 1 for the outermost.
 */
export function unsetInJson(text: string, path: JsonPath, isRemovable: (depth: number) => boolean): string {
  const parents = path.slice(0, -1).map((_, index) => path.slice(0, index + 1) as unknown as JsonPath);
  let left = unset(text, path);
  for (const parent of parents.toReversed()) {
    const node = nodeAt(treeOf(left), parent);
    if (!isRemovable(parent.length) || node === undefined) break;
    if (!isBareObject(left.slice(node.offset, nodeEnd(node)))) break;
    left = unset(left, parent);
  }
  return left;
}

/** Objects in objects are compared key by key down to this depth; deeper values are replaced whole. */
const comparedDepth = 2;

/** The text of an object, changed only where `wanted` differs from it. */
export function rewriteJson(text: string, wanted: Json): string {
  return rewritten(text, [], parseJson(text) as Json, wanted);
}

/** Whether the text is an object without a property and without a comment. */
export function isBareObject(text: string): boolean {
  return /^\uFEFF?\s*\{\s*\}\s*$/.test(text);
}

function treeOf(text: string): Node {
  const errors: ParseError[] = [];
  const tree = deepTree(text.replace(/^\uFEFF/, " "), errors);
  const [error] = errors;
  if (tree !== undefined && error === undefined) return tree;
  const before = text.slice(0, error?.offset ?? 0).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  throw new SyntaxError(`unexpected text in line ${before.length}, column ${column}`);
}

/** The parser is recursive: a text of nothing but brackets exhausts the stack. */
function deepTree(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (cause) {
    if (cause instanceof RangeError) throw new SyntaxError("nested too deeply", { cause });
    throw cause;
  }
}

function nodeEnd({ offset, length }: Node): number {
  return offset + length;
}

/** The last of several properties with the same key counts, as in `JSON.parse`. */
function propertyOf(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== "object") return undefined;
  return node.children?.findLast(({ children }) => children?.[0]?.value === key);
}

function nodeAt(tree: Node, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((node, key) => propertyOf(node, key)?.children?.[1], tree);
}

function set(text: string, node: Node, [key, ...rest]: JsonPath, value: unknown, depth: number): string {
  if (node.type !== "object") throw new SyntaxError(`not an object at character ${node.offset}`);
  const known = nodeAt(node, [key]);
  const [next, ...further] = rest;
  if (known === undefined) {
    const nested = rest.reduceRight((inner, name) => ({ [name]: inner }), value);
    return insert(text, node, key, nested, depth);
  }
  if (next !== undefined) return set(text, known, [next, ...further], value, depth + 1);
  const content = formattedValue(text, value, depth, node);
  return applyEdits(text, [{ offset: known.offset, length: known.length, content }]);
}

/** The new property goes behind everything in the object, comments included; its comma to the last value. */
function insert(text: string, node: Node, key: string, value: unknown, depth: number): string {
  const last = node.children?.at(-1);
  const hasTrailingComma = last !== undefined && commaAfter(text, last) !== undefined;
  const margin = isOnOneLine(text, node) ? " " : newLine(text, depth);
  const close = isBareObject(text.slice(node.offset, nodeEnd(node))) ? closing(text, node, depth) : "";
  const property = `${margin}${JSON.stringify(key)}: ${formattedValue(text, value, depth, node)}`;
  const end = node.offset + text.slice(node.offset, nodeEnd(node) - 1).trimEnd().length;
  const content = `${property}${hasTrailingComma ? "," : ""}${close}`;
  const comma =
    last === undefined || hasTrailingComma ? [] : [{ offset: nodeEnd(last), length: 0, content: "," }];
  return applyEdits(text, [...comma, { offset: end, length: 0, content }]);
}

/** An empty object on one line gets its closing bracket on a line of its own. */
function closing(text: string, node: Node, depth: number): string {
  return text.slice(node.offset, nodeEnd(node)).includes("\n") ? "" : newLine(text, depth - 1);
}

function unset(text: string, path: JsonPath): string {
  const outer = nodeAt(treeOf(text), path.slice(0, -1));
  const property = propertyOf(outer, path.at(-1) ?? "");
  if (outer?.children === undefined || property === undefined) return text;
  const start = text.slice(0, property.offset).trimEnd().length;
  const comma = commaAfter(text, property);
  if (comma !== undefined) return text.slice(0, start) + text.slice(comma + 1);
  const previous = outer.children.at(-2);
  const before = previous && commaAfter(text, previous);
  const after = text.slice(nodeEnd(property));
  if (before !== undefined) return text.slice(0, before) + text.slice(before + 1, start) + after;
  // The property was alone: the line end that `insert` put before the closing bracket goes too.
  const isEmpty =
    start === outer.offset + 1 && text.slice(nodeEnd(property), nodeEnd(outer) - 1).trim() === "";
  return text.slice(0, start) + (isEmpty ? text.slice(nodeEnd(outer) - 1) : after);
}

function commaAfter(text: string, node: Node): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(nodeEnd(node));
  scanner.scan();
  const next = scanner.getTokenOffset();
  return text[next] === "," ? next : undefined;
}

function rewritten(text: string, path: readonly string[], now: Json, wanted: Json): string {
  const removed = Object.keys(now).filter((key) => !Object.hasOwn(wanted, key));
  const left = removed.reduce((rest, key) => unsetInJson(rest, childOf(path, key), () => false), text);
  return Object.entries(wanted).reduce((rest, [key, value]) => {
    const before = Object.hasOwn(now, key) ? now[key] : undefined;
    if (JSON.stringify(before) === JSON.stringify(value)) return rest;
    if (path.length + 1 < comparedDepth && isJsonObject(before) && isJsonObject(value))
      return rewritten(rest, childOf(path, key), before, value);
    return setInJson(rest, childOf(path, key), value);
  }, left);
}

function childOf(path: readonly string[], key: string): JsonPath {
  const [first = key, ...rest] = [...path, key];
  return [first, ...rest];
}

export function isJsonObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOnOneLine(text: string, node: Node): boolean {
  return (node.children ?? []).length > 0 && !text.slice(node.offset, nodeEnd(node)).includes("\n");
}

function formattedValue(text: string, value: unknown, depth: number, within: Node): string {
  if (isOnOneLine(text, within)) return JSON.stringify(value);
  return JSON.stringify(value, null, indentation(text)).replaceAll("\n", newLine(text, depth));
}

/** A line end and the indentation of this depth, as the file writes them. */
function newLine(text: string, depth: number): string {
  return (text.includes("\r\n") ? "\r\n" : "\n") + indentation(text).repeat(depth);
}

function indentation(text: string): string {
  return /\n([ \t]+)["}]/.exec(text)?.[1] ?? "  ";
}
