/** No English word is longer; what is longer is an identifier. */
const longest = 30;
/** Words whose ending only looks like one of a verb. */
const notVerbs = new Set(["embed", "hundred", "nothing", "something", "anything", "everything", "morning"]);
/** A letter doubled before an ending (`stopped`, `running`); `ss` and `ll` belong to the word itself. */
const doubled = /([b-df-hjkmnp-rtv-z])\1$/;
const vowel = /[aeiouy]/;

/**
 * The part of an English word that its forms share, so that `caching`, `cached` and `caches` meet. It may cut
 * too much: a stem is only compared and never shown. Words of other languages stay nearly as they are.
 */
export function stem(word: string): string {
  if (word.length < 4 || word.length > longest || !/^[a-z]+$/.test(word)) return word;
  const base = withoutVerbEnding(withoutPlural(word));
  const bare = base.length > 3 && base.endsWith("e") ? base.slice(0, -1) : base;
  return bare.length > 3 && doubled.test(bare) ? bare.slice(0, -1) : bare;
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** Without a vowel in front, the ending is the word itself: `string`, `spring`; so is the end of `exceed`. */
function withoutVerbEnding(word: string): string {
  if (notVerbs.has(word) || word.endsWith("eed")) return word;
  if (word.length > 4 && word.endsWith("ied")) return `${word.slice(0, -3)}y`;
  const base = word.length > 5 && word.endsWith("ing") ? word.slice(0, -3) : word;
  const bare = base === word && word.length > 4 && word.endsWith("ed") ? word.slice(0, -2) : base;
  return vowel.test(bare) ? bare : word;
}
