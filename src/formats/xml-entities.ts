import { xmlFault } from "./xml-fault.js";

const entity = /&(?:#(\d{1,7});|#x([0-9a-fA-F]{1,6});|([A-Za-z]{1,31});)?/g;
const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/**
 * The characters that a stretch of the text stands for. No entity makes the text longer than it was written.
 */
export function decodeEntities(text: string, start: number, raw: string): string {
  return raw.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    const character = name === undefined ? byNumber(decimal, hex) : named.get(name);
    if (character !== undefined) return character;
    throw xmlFault(text, start, `there is no entity '${whole}'; a plain & is written &amp;`);
  });
}

/** What is no character at all is shown as one that is missing. */
function byNumber(decimal: string | undefined, hex: string | undefined): string | undefined {
  if (decimal === undefined && hex === undefined) return undefined;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
}
