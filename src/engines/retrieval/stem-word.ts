/** A letter doubled before an ending (`stopped`, `running`); `ss` and `ll` belong to the word itself. */
const doubled = /([b-df-hjkmnp-rtv-z])\1$/;

/**
 * Takes plural and verb endings off an English word, so that `caching`, `cached` and `caches` meet. It may
 * cut too much, for the cut word is only compared and never shown. Words of other scripts stay as they are.
 */
export function stemWord(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const base = withoutVerbEnding(withoutPlural(word));
  const bare = base.length > 3 && base.endsWith("e") ? base.slice(0, -1) : base;
  return bare.length > 3 && doubled.test(bare) ? bare.slice(0, -1) : bare;
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  if (word.length > 5 && word.endsWith("ing")) return word.slice(0, -3);
  return word.length > 4 && word.endsWith("ed") ? word.slice(0, -2) : word;
}
