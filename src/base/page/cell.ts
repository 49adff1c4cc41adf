/** A text, a number, or a time of the log. */
export type Cell = string | number | { readonly at: string };

/** "2026-03-02 14:20": of a time in UTC. */
export function shortTime(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}
