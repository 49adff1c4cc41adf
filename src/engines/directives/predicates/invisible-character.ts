/**
 * Controls, zero-width and direction marks, line separators, lone surrogates: what a reviewer would not see
 * in a predicate.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]|[^\S ]/u;

/** Where the first of them stands. */
export function invisibleCharacter(text: string): number | undefined {
  const at = text.search(invisible);
  return at === -1 ? undefined : at;
}
