/** The lines of `after` that are not in `before`, for a person to read before anything is written. */
export function addedLines(before: string | null, after: string | null): readonly string[] {
  return linesOnlyIn(after ?? "", before ?? "");
}

export function removedLines(before: string | null, after: string | null): readonly string[] {
  return linesOnlyIn(before ?? "", after ?? "");
}

function linesOnlyIn(text: string, other: string): readonly string[] {
  const left = new Map<string, number>();
  for (const line of other.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  return text.split("\n").filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0 && line.trim() !== "";
  });
}
