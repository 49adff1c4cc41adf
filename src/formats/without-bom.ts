/** Editors on Windows put a byte order mark in front; it belongs to no format. */
export function withoutBom(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
