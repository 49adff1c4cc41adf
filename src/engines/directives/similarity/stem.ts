/** No English word is longer; what is longer is an identifier. */
const longest = 30;

/**
 * The part of an English word that its forms share; other words stay nearly as they are. Both sides of a
 * comparison are cut the same way, so a stem need not be a word.
 */
export function stem(word: string): string {
  if (word.length < 4 || word.length > longest || !/^[a-z]+$/.test(word)) return word;
  const single = word.replace(/(?:ss|us|is)$|ies$|(?:(?<=ch|sh|x|ss|zz)es|s)$/, (ending) =>
    ending === "ies" ? "y" : /^(?:ss|us|is)$/.test(ending) ? ending : "",
  );
  const bare = single.replace(/(?<=[a-z]{2}[aeiouy][a-z]*|[aeiouy][a-z]{2,})(?:ing|ed)$/, "");
  const undoubled = bare === single ? bare : bare.replace(/([bdgkmnprt])\1$/, "$1");
  return undoubled.replace(/(?<=[a-z]{3})e$/, "").replace(/(?<=[a-z]{3})y$/, "i");
}
