/**
 * A text that a caller gave, for an answer to input that did not fit: whatever else it is, it is no text.
 * Reading it may throw, since anything can be behind a field of somebody else's object.
 */
export function said(read: () => unknown): string {
  try {
    const value = read();
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}
