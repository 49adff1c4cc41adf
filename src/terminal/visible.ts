const escapeSign = "\u001b";
/** What `style.ts` writes around a text, and no other command to a terminal. */
const ownStyle = `${escapeSign}\\[(?:1|2|22|31|32|33|39)m`;
/** A terminal obeys control characters, and a mark of direction shows a line in another order than it has. */
const commands = "[^\\P{Cc}\\n\\t]|[\\u202a-\\u202e\\u2066-\\u2069]";
const styleOrCommand = new RegExp(`(${ownStyle})|${commands}`, "gu");

/**
 * A text as a terminal may get it: what was stored came from agents and tools, and must not move the cursor,
 * set a title or write into the clipboard. Line breaks, tabs and, where they are wanted, colours stay.
 */
export function visible(text: string, coloured = false): string {
  return text.replace(styleOrCommand, (found, own?: string) => {
    if (own === undefined) return "\ufffd";
    return coloured ? found : "";
  });
}
