/**
 * How much of a verdict is kept. A longer id or list is refused: half of it would mean something else. A
 * longer text is cut: it is for people to read, and for words to be compared. Lengths in characters.
 */
export const boundsOf = {
  /** Also the false positives; nobody reads more, and each is compared with every insight. */
  issues: 200,
  id: 40,
  deliberation: 200,
  severity: 40,
  location: 500,
  text: 2_000,
} as const;
