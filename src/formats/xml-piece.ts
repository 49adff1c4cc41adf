import { decodeEntities } from "./xml-entities.js";
import { xmlFault } from "./xml-fault.js";

export type XmlAttributes = ReadonlyMap<string, string>;

/** One tag, one stretch of text, or something without a meaning here; `end` is where the next one starts. */
export type XmlPiece =
  | { readonly kind: "nothing"; readonly end: number }
  | { readonly kind: "text"; readonly end: number; readonly read: () => string }
  | { readonly kind: "close"; readonly end: number; readonly name: string }
  | {
      readonly kind: "open";
      readonly end: number;
      readonly name: string;
      readonly attributes: XmlAttributes;
      readonly empty: boolean;
    };

// Sticky: each looks only at its own place. None can match in two ways, so none goes back over the text.
const openTag = /<([^\s<>/="'&!?]+)/y;
const attribute = /\s+([^\s<>/="'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEnd = /\s*(\/?)>/y;
const closeTag = /<\/([^\s<>/="'&!?]+)\s*>/y;
const cdata = "<![CDATA[";

/**
 * The piece that starts at this place. Nothing is fetched or expanded: a DOCTYPE, where entities are
 * declared, is refused.
 */
export function pieceAt(text: string, at: number): XmlPiece {
  if (text.charAt(at) !== "<") return plainText(text, at);
  if (text.startsWith("<!--", at)) return { kind: "nothing", end: after(text, "-->", at, "this comment") };
  if (text.startsWith("<?", at)) return { kind: "nothing", end: after(text, "?>", at, "this instruction") };
  if (text.startsWith(cdata, at)) {
    const end = after(text, "]]>", at, "this CDATA section");
    return { kind: "text", end, read: () => text.slice(at + cdata.length, end - "]]>".length) };
  }
  if (text.startsWith("<!", at)) throw xmlFault(text, at, "a DOCTYPE or other declaration is not accepted");
  return text.startsWith("</", at) ? closingTag(text, at) : openingTag(text, at);
}

function plainText(text: string, at: number): XmlPiece {
  const next = text.indexOf("<", at);
  const end = next === -1 ? text.length : next;
  const raw = text.slice(at, end);
  return /\S/.test(raw)
    ? { kind: "text", end, read: () => decodeEntities(text, at, raw) }
    : { kind: "nothing", end };
}

function closingTag(text: string, at: number): XmlPiece {
  const [tag, name = ""] = match(closeTag, text, at) ?? [];
  if (tag === undefined) throw xmlFault(text, at, "this closing tag does not end as it should");
  return { kind: "close", end: at + tag.length, name };
}

function openingTag(text: string, start: number): XmlPiece {
  const [opening, name = ""] = match(openTag, text, start) ?? [];
  if (opening === undefined)
    throw xmlFault(text, start, "this < starts no tag; in a text it is written &lt;");
  const attributes = new Map<string, string>();
  let at = start + opening.length;
  for (let found = match(attribute, text, at); found !== undefined; found = match(attribute, text, at)) {
    const [whole, key = "", double, single] = found;
    attributes.set(key, decodeEntities(text, at, double ?? single ?? ""));
    at += whole.length;
  }
  const [end, slash] = match(tagEnd, text, at) ?? [];
  if (end === undefined) throw xmlFault(text, at, `the tag <${name.slice(0, 50)}> does not end as it should`);
  return { kind: "open", end: at + end.length, name, attributes, empty: slash === "/" };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function after(text: string, mark: string, at: number, what: string): number {
  const found = text.indexOf(mark, at);
  if (found === -1) throw xmlFault(text, at, `${what} has no end`);
  return found + mark.length;
}
