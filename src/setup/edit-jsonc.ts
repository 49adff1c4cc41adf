import { type JsoncNode, type JsoncProperty, readJsonc } from "./read-jsonc.js";

/** The keys that lead to a value: of the outer object first. */
export type JsoncPath = readonly [string, ...string[]];

/** What stands at a path; undefined when nothing does. Throws a SyntaxError when the text is no JSON. */
export function jsoncAt(text: string, path: JsoncPath): unknown {
  return path.reduce<JsoncNode | undefined>((node, key) => find(node, key)?.node, readJsonc(text))?.value;
}

/**
 * The text with a value at a path, every other character as it was. Objects on the way are made where they
 * are missing.
 */
export function setInJsonc(text: string, path: JsoncPath, value: unknown): string {
  return set(text, readJsonc(text), path, value, 1);
}

/**
 * The text without what stands at a path: the exact opposite of setting it. Objects on the way that hold
 * nothing then go too, as long as `made` says so of their depth, 1 for the outermost.
 */
export function unsetInJsonc(text: string, path: JsoncPath, made: (depth: number) => boolean): string {
  const parents = path.slice(0, -1).map((_, index) => path.slice(0, index + 1) as unknown as JsoncPath);
  let left = unset(text, path);
  for (const parent of parents.toReversed()) {
    if (!made(parent.length) || !isBare(left, parent)) break;
    left = unset(left, parent);
  }
  return left;
}

/** Whether there is nothing but an object without a property, without a comment even. */
export function isBareObject(text: string): boolean {
  return /^\uFEFF?\s*\{\s*\}\s*$/.test(text);
}

function isBare(text: string, path: JsoncPath): boolean {
  const node = path.reduce<JsoncNode | undefined>((outer, key) => find(outer, key)?.node, readJsonc(text));
  return node !== undefined && isBareObject(text.slice(node.start, node.end));
}

function find(node: JsoncNode | undefined, key: string): JsoncProperty | undefined {
  return node?.properties?.findLast((property) => property.key === key);
}

function set(
  text: string,
  node: JsoncNode,
  [key, ...rest]: JsoncPath,
  value: unknown,
  depth: number,
): string {
  if (node.properties === undefined) throw new SyntaxError(`no object at character ${node.start}`);
  const known = find(node, key)?.node;
  if (known === undefined)
    return insert(
      text,
      node,
      key,
      rest.reduceRight((inner, name) => ({ [name]: inner }), value),
      depth,
    );
  const [next, ...further] = rest;
  if (next !== undefined) return set(text, known, [next, ...further], value, depth + 1);
  return text.slice(0, known.start) + print(text, value, depth, node) + text.slice(known.end);
}

/** Behind everything else in the object, comments included; a comma goes to the value that was last. */
function insert(text: string, node: JsoncNode, key: string, value: unknown, depth: number): string {
  const end = node.start + text.slice(node.start, node.end - 1).trimEnd().length;
  const last = node.properties?.at(-1);
  const flat = isFlat(text, node);
  const trailing = last?.comma === undefined ? "" : ",";
  const entry = `${flat ? " " : margin(text, depth)}${JSON.stringify(key)}: ${print(text, value, depth, node)}${trailing}`;
  const close = text.slice(end - 1, node.end).match(/^\{[^\n]*\}$/) === null ? "" : margin(text, depth - 1);
  if (last === undefined || trailing !== "") return text.slice(0, end) + entry + close + text.slice(end);
  return `${text.slice(0, last.node.end)},${text.slice(last.node.end, end)}${entry}${text.slice(end)}`;
}

function unset(text: string, path: JsoncPath): string {
  const outer = path
    .slice(0, -1)
    .reduce<JsoncNode | undefined>((node, key) => find(node, key)?.node, readJsonc(text));
  const property = find(outer, path.at(-1) ?? "");
  if (outer?.properties === undefined || property === undefined) return text;
  const start = text.slice(0, property.start).trimEnd().length;
  if (property.comma !== undefined) return text.slice(0, start) + text.slice(property.comma + 1);
  const before = outer.properties.at(-2)?.comma;
  const after = text.slice(property.node.end);
  if (before !== undefined) return text.slice(0, before) + text.slice(before + 1, start) + after;
  // It was alone: what we put before the closing bracket goes too.
  const empty = /^\s*$/.test(text.slice(property.node.end, outer.end - 1)) && start === outer.start + 1;
  return text.slice(0, start) + (empty ? text.slice(outer.end - 1) : after);
}

/** An object on one line, with something in it, gets more on that line. */
function isFlat(text: string, { start, end, properties = [] }: JsoncNode): boolean {
  return properties.length > 0 && !text.slice(start, end).includes("\n");
}

function print(text: string, value: unknown, depth: number, within: JsoncNode): string {
  if (isFlat(text, within)) return JSON.stringify(value);
  return JSON.stringify(value, null, indentOf(text)).replaceAll("\n", margin(text, depth));
}

/** A new line of this depth, as the file writes lines. */
function margin(text: string, depth: number): string {
  return (text.includes("\r\n") ? "\r\n" : "\n") + indentOf(text).repeat(depth);
}

function indentOf(text: string): string {
  return /\n([ \t]+)["}]/.exec(text)?.[1] ?? "  ";
}
