import { xmlFault } from "./xml-fault.js";
import { pieceAt, type XmlAttributes, type XmlPiece } from "./xml-piece.js";

/** Names are local: a prefix and its namespace are left out. `at` is the place in the text. */
export type XmlToken =
  | { readonly kind: "open"; readonly name: string; readonly attributes: XmlAttributes; readonly at: number }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text"; readonly read: () => string };

/** Reports nest ten deep at most. */
const deepest = 256;

/**
 * Reads XML from its start to its end, one token at a time, and checks that it is one element whose elements
 * nest. Comments, instructions and blank text are left out; an empty element is opened and closed. What is
 * not XML is `invalid_input` with the line. The time and the output grow with the text and no faster.
 */
export function* readXml(text: string): Generator<XmlToken, void, undefined> {
  const open: string[] = [];
  let roots = 0;
  let end = 0;
  for (let at = 0; at < text.length; at = end) {
    const piece = pieceAt(text, at);
    end = piece.end;
    if (piece.kind === "nothing") continue;
    if (open.length === 0) roots += piece.kind === "open" ? 1 : 0;
    refuseMisplaced(text, at, piece, open, roots);
    if (piece.kind === "text") yield piece;
    if (piece.kind === "open")
      yield { kind: "open", name: local(piece.name), attributes: piece.attributes, at };
    if (piece.kind === "open" && !piece.empty) open.push(piece.name);
    if (piece.kind === "close") open.pop();
    if (piece.kind === "close" || (piece.kind === "open" && piece.empty))
      yield { kind: "close", name: local(piece.name) };
  }
  if (open.length > 0) throw xmlFault(text, text.length, `the text ends inside of ${tag(open)}`);
  if (roots === 0) throw xmlFault(text, 0, "there is no element");
}

function refuseMisplaced(
  text: string,
  at: number,
  piece: XmlPiece,
  open: readonly string[],
  roots: number,
): void {
  if (piece.kind === "text" && open.length === 0)
    throw xmlFault(text, at, "there is text outside of the root element");
  if (piece.kind === "close" && open.length === 0)
    throw xmlFault(text, at, "this tag closes what was never opened");
  if (piece.kind === "close" && open.at(-1) !== piece.name)
    throw xmlFault(text, at, `${tag(open)} is to be closed first`);
  if (piece.kind === "open" && open.length >= deepest)
    throw xmlFault(text, at, `elements are nested deeper than ${deepest}`);
  if (roots > 1) throw xmlFault(text, at, "there is a second root element");
}

function tag(open: readonly string[]): string {
  return `<${open.at(-1)?.slice(0, 50)}>`;
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
