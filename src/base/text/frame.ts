interface Part<Piece> {
  readonly text: string;
  /** What stands for it in the frame. */
  readonly piece: Piece;
}

interface Found<Piece> {
  readonly from: number;
  readonly to: number;
  readonly piece: Piece;
}

/**
 * A text without those of its parts that are kept elsewhere: its other words, and a piece for each part. A part
 * that is not in the text has no piece.
 */
export function frameOf<Piece>(text: string, parts: readonly Part<Piece>[]): (string | Piece)[] {
  const found: Found<Piece>[] = [];
  for (const part of parts) {
    const from = part.text === "" ? -1 : findFree(text, part.text, found);
    if (from >= 0) found.push({ from, to: from + part.text.length, piece: part.piece });
  }
  const frame: (string | Piece)[] = [];
  let at = 0;
  for (const { from, to, piece } of found.sort((a, b) => a.from - b.from)) {
    if (from > at) frame.push(text.slice(at, from));
    frame.push(piece);
    at = to;
  }
  if (at < text.length) frame.push(text.slice(at));
  return frame;
}

/** The first place of a part that no other part has taken; -1 without one. */
function findFree(text: string, part: string, taken: readonly Found<unknown>[]): number {
  let from = text.indexOf(part);
  for (; from >= 0; from = text.indexOf(part, from + 1)) {
    const end = from + part.length;
    if (!taken.some((each) => from < each.to && end > each.from)) return from;
  }
  return from;
}

/** The text again. */
export function fillFrame<Piece>(
  frame: readonly (string | Piece)[],
  partOf: (piece: Exclude<Piece, string>) => string,
): string {
  return frame
    .map((piece) => (typeof piece === "string" ? piece : partOf(piece as Exclude<Piece, string>)))
    .join("");
}
