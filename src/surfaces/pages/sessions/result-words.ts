const words: Readonly<Record<string, string>> = {
  success: "went well",
  partial: "half done",
  failure: "failed",
};

/** How a session ended, as a person says it; null for one whose end was not reported. */
export function resultWords(result: string | null): string {
  return result === null ? "still open" : (words[result] ?? result);
}
