/** Whether a quoted text or a substitution begins here. */
export function opensQuote(text: string, at: number): boolean {
  return closerOf(text, at) !== undefined;
}

/**
 * The place after the quoted text or the substitution that begins at `at`; the end of the text if it is never
 * closed.
 */
export function endOfQuote(text: string, at: number): number {
  const closers: string[] = [closerOf(text, at) ?? ""];
  let place = at + (text.charAt(at) === "$" ? 2 : 1);
  while (place < text.length && closers.length > 0) {
    const closer = closers.at(-1);
    const char = text.charAt(place);
    if (char === "\\" && closer !== "'") place += 1;
    else if (char === closer) closers.pop();
    else if (closer !== "'") place += openInside(closers, closer, text, place);
    place += 1;
  }
  return Math.min(place, text.length);
}

/** Inside double quotes an apostrophe and a bracket are text; a substitution begins anew. */
function openInside(closers: string[], closer: string | undefined, text: string, place: number): number {
  const char = text.charAt(place);
  if (closer === '"' && (char === "'" || char === "(")) return 0;
  const inner = char === "(" ? ")" : closerOf(text, place);
  if (inner === undefined) return 0;
  closers.push(inner);
  return char === "$" ? 1 : 0;
}

function closerOf(text: string, at: number): string | undefined {
  const char = text.charAt(at);
  if (char === "'" || char === '"' || char === "`") return char;
  if (char !== "$") return undefined;
  const next = text.charAt(at + 1);
  return next === "(" ? ")" : next === "{" ? "}" : undefined;
}
