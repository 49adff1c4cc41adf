/** The words of a text in order, compared without case: what "verbatim" means for a phrase. */
export function plainWords(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}_$]+/gu) ?? []
  );
}
