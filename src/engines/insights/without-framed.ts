/**
 * A prompt without the blocks that our own frame of this name marks, and without the empty line behind each.
 */
export function withoutFramed(prompt: string, name: string): string {
  if (!prompt.includes(`=== ${name}`)) return prompt;
  const frame = new RegExp(
    `=== ${name}(?: \\([^)\\n]{0,100}\\))? ===\\n(?:(?!===)[^\\n]*\\n)*=== END ${name} ===(?:\\n\\n)?`,
    "g",
  );
  return prompt.replace(frame, "");
}
