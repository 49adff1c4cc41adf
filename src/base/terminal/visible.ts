import { hiddenSigns } from "../text/visible-signs.js";

const escapeSign = "\u001b";
/** What `style.ts` writes around a text, and no other command to a terminal. */
const ownStyle = `${escapeSign}\\[(?:1|2|22|31|32|33|39)m`;
const styleOrHidden = new RegExp(`(${ownStyle})|${hiddenSigns}`, "gu");

/**
 * A text as a terminal may get it: what was stored came from agents and tools, and must not move the cursor,
 * set a title or write into the clipboard. Line breaks, tabs and, where they are wanted, colours stay.
 */
export function visible(text: string, coloured = false): string {
  return text.replace(styleOrHidden, (found, own?: string) => {
    if (own === undefined) return "\ufffd";
    return coloured ? found : "";
  });
}
