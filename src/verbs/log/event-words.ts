/** What people call the events of a lesson whose type is not in their words. */
const words: Readonly<Record<string, string>> = {
  "reflection-recorded": "failed",
  "failure-undone": "fixed",
  "lesson-exposed": "shown",
};

/** "put to sleep" instead of "lesson-put-to-sleep": what it is about is known where this stands. */
export function eventWords(type: string): string {
  return words[type] ?? type.replace(/^lesson-/, "").replaceAll("-", " ");
}
