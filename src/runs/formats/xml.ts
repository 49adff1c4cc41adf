import { WhetstoneError } from "../../base/errors.js";

/** Names come without their namespace prefix. `at` is the position in the text. */
export type XmlToken =
  | { readonly kind: "open"; readonly name: string; readonly attributes: XmlAttributes; readonly at: number }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text"; readonly read: () => string };

/** Real reports nest ten levels at most. */
const maxDepth = 256;

/**
 * Reads XML one token at a time and checks that there is one root element and that elements nest. Skips
 * comments, instructions and blank text; an empty element is opened and closed. Text that is not XML throws
 * `invalid_input` with the line. Time and output are linear in the length of the text.
 */
export function* readXml(text: string): Generator<XmlToken, void, undefined> {
  const open: string[] = [];
  let roots = 0;
  let end = 0;
  for (let at = 0; at < text.length; at = end) {
    const piece = pieceAt(text, at);
    end = piece.end;
    if (piece.kind === "skipped") continue;
    if (open.length === 0) roots += piece.kind === "open" ? 1 : 0;
    refuseMisplaced(text, at, piece, open, roots);
    if (piece.kind === "text") yield piece;
    if (piece.kind === "open")
      yield { kind: "open", name: localName(piece.name), attributes: piece.attributes, at };
    if (piece.kind === "open" && !piece.empty) open.push(piece.name);
    if (piece.kind === "close") open.pop();
    if (piece.kind === "close" || (piece.kind === "open" && piece.empty))
      yield { kind: "close", name: localName(piece.name) };
  }
  if (open.length > 0) throw xmlFault(text, text.length, `the text ends inside ${innermostTag(open)}`);
  if (roots === 0) throw xmlFault(text, 0, "there is no root element");
}

function refuseMisplaced(
  text: string,
  at: number,
  piece: XmlPiece,
  open: readonly string[],
  roots: number,
): void {
  if (piece.kind === "text" && open.length === 0)
    throw xmlFault(text, at, "there is text outside the root element");
  if (piece.kind === "close" && open.length === 0)
    throw xmlFault(text, at, "this closing tag has no opening tag");
  if (piece.kind === "close" && open.at(-1) !== piece.name)
    throw xmlFault(text, at, `${innermostTag(open)} must be closed first`);
  if (piece.kind === "open" && open.length >= maxDepth)
    throw xmlFault(text, at, `elements are nested deeper than ${maxDepth} levels`);
  if (roots > 1) throw xmlFault(text, at, "there is a second root element");
}

function innermostTag(open: readonly string[]): string {
  return `<${open.at(-1)?.slice(0, 50)}>`;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

export type XmlAttributes = ReadonlyMap<string, string>;

/** One tag, one run of text, or something to skip; `end` is where the next piece starts. */
type XmlPiece =
  | { readonly kind: "skipped"; readonly end: number }
  | { readonly kind: "text"; readonly end: number; readonly read: () => string }
  | { readonly kind: "close"; readonly end: number; readonly name: string }
  | {
      readonly kind: "open";
      readonly end: number;
      readonly name: string;
      readonly attributes: XmlAttributes;
      readonly empty: boolean;
    };

// Sticky, so each matches only at its position. None can match in two ways, so none backtracks.
const openTag = /<([^\s<>/="'&!?]+)/y;
const attribute = /\s+([^\s<>/="'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEnd = /\s*(\/?)>/y;
const closeTag = /<\/([^\s<>/="'&!?]+)\s*>/y;
const cdata = "<![CDATA[";

/**
 * The piece that starts at this position. Nothing is fetched or expanded: a DOCTYPE, which could declare
 * entities, is refused.
 */
function pieceAt(text: string, at: number): XmlPiece {
  if (text.charAt(at) !== "<") return textPiece(text, at);
  if (text.startsWith("<!--", at)) return { kind: "skipped", end: endAfter(text, "-->", at, "this comment") };
  if (text.startsWith("<?", at))
    return { kind: "skipped", end: endAfter(text, "?>", at, "this instruction") };
  if (text.startsWith(cdata, at)) {
    const end = endAfter(text, "]]>", at, "this CDATA section");
    return { kind: "text", end, read: () => text.slice(at + cdata.length, end - "]]>".length) };
  }
  if (text.startsWith("<!", at)) throw xmlFault(text, at, "a DOCTYPE or other declaration is not accepted");
  return text.startsWith("</", at) ? closingTag(text, at) : openingTag(text, at);
}

function textPiece(text: string, at: number): XmlPiece {
  const next = text.indexOf("<", at);
  const end = next === -1 ? text.length : next;
  const raw = text.slice(at, end);
  return /\S/.test(raw)
    ? { kind: "text", end, read: () => decodeEntities(text, at, raw) }
    : { kind: "skipped", end };
}

function closingTag(text: string, at: number): XmlPiece {
  const [tag, name = ""] = matchAt(closeTag, text, at) ?? [];
  if (tag === undefined) throw xmlFault(text, at, "this closing tag is not closed by >");
  return { kind: "close", end: at + tag.length, name };
}

function openingTag(text: string, start: number): XmlPiece {
  const [opening, name = ""] = matchAt(openTag, text, start) ?? [];
  if (opening === undefined) throw xmlFault(text, start, "this < does not start a tag; write &lt; in text");
  const attributes = new Map<string, string>();
  let at = start + opening.length;
  for (let found = matchAt(attribute, text, at); found !== undefined; found = matchAt(attribute, text, at)) {
    const [whole, key = "", double, single] = found;
    attributes.set(key, decodeEntities(text, at, double ?? single ?? ""));
    at += whole.length;
  }
  const [end, slash] = matchAt(tagEnd, text, at) ?? [];
  if (end === undefined)
    throw xmlFault(
      text,
      at,
      `the tag <${name.slice(0, 50)}> is not closed by >, or has a malformed attribute`,
    );
  return { kind: "open", end: at + end.length, name, attributes, empty: slash === "/" };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function endAfter(text: string, mark: string, at: number, what: string): number {
  const found = text.indexOf(mark, at);
  if (found === -1) throw xmlFault(text, at, `${what} has no end`);
  return found + mark.length;
}

const entityPattern = /&(?:#(\d{1,7});|#x([0-9a-fA-F]{1,6});|([A-Za-z]{1,31});)?/g;
const namedEntities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Decoding never makes text longer: there are no entities but characters. */
function decodeEntities(text: string, start: number, raw: string): string {
  return raw.replace(entityPattern, (whole, decimal?: string, hex?: string, name?: string) => {
    const character = name === undefined ? characterByNumber(decimal, hex) : namedEntities.get(name);
    if (character !== undefined) return character;
    throw xmlFault(text, start, `unknown entity '${whole}'; write a plain & as &amp;`);
  });
}

/** A number that is not a character becomes the replacement character. */
function characterByNumber(decimal: string | undefined, hex: string | undefined): string | undefined {
  if (decimal === undefined && hex === undefined) return undefined;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
}

export function xmlFault(text: string, at: number, why: string): WhetstoneError {
  const line = lineNumberAt(text, at);
  return new WhetstoneError("invalid_input", `line ${line} of the XML: ${why}`, {
    field: `line ${line}`,
    next: "have the tool write the report again, or correct that line",
    values: { line },
  });
}

function lineNumberAt(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) line += 1;
  return line;
}
