/** JSON of a value in which no character is left that a program could take for a mark or a mention. */
export function escapedJson(value: unknown): string {
  return escapeMarks(JSON.stringify(value));
}

/** Reads the same to a model. */
export function escapeMarks(text: string): string {
  return text.replace(/[<>@$`]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
}
