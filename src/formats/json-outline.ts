/** What lies in a text that is known to be JSON, found without building it. */
export interface JsonOutline {
  /** How deep brackets are nested. */
  readonly depth: number;
  /** Where the elements of a top-level array start, and where each is over; empty for anything else. */
  readonly elements: readonly { readonly start: number; readonly end: number }[];
}

/** One pass over the text that keeps no more than a counter: neither size nor depth is a danger. */
export function outlineOf(json: string): JsonOutline {
  const elements: { start: number; end: number }[] = [];
  const isList = /^\s*\[/.test(json);
  let open = 0;
  let depth = 0;
  let start = -1;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (" \t\r\n:".includes(character)) continue;
    if (character === "]" || character === "}") open -= 1;
    const isOver = isList && (open === 0 || (open === 1 && character === ","));
    if (isOver && start >= 0) elements.push({ start, end: at });
    if (isOver) start = -1;
    else if (start < 0) start = at;
    if (character === "[" || character === "{") open += 1;
    depth = Math.max(depth, open);
    if (character === '"') at = endOfString(json, at);
  }
  return { depth, elements };
}

/** The closing quote: the next one that no odd number of backslashes stands before. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charAt(end - 1 - backslashes) === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
