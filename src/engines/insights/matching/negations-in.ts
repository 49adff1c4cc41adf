const words = [
  "no not never none nothing nobody nowhere nor neither without cannot cant unless hardly",
  "avoid avoids avoided avoiding forbid forbids forbidden prohibit prohibits prohibited refrain",
  "nicht nichts nie niemals kein keine keinen keiner keines keinem ohne vermeide vermeiden",
  "pas jamais aucun aucune sans éviter évitez",
  "nunca jamás sin ningún ninguna evitar evite não nem sem jamais",
  "не нет ни никогда нельзя без избегать избегайте",
].join(" ");
const negations = new Set(words.split(" "));
/** In Chinese, Japanese and Korean a negation is part of the writing of a word. */
const inside =
  /[不没沒勿莫禁未无無]|避免|(?:ない|ません|なかった|ずに)(?!と)|않|못|말(?:고|아|라|것)|금지|ไม่|ห้าม|อย่า/gu;

/**
 * How many negations a text holds. An even number of them is none: "never parse without a limit" says the
 * same as "always parse with a limit".
 */
export function negationsIn(text: string): number {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’‛´]/g, "'");
  const spelled = plain
    .split(/[^\p{L}\p{N}\p{M}']+/u)
    .filter((word) => negations.has(word) || word.endsWith("n't"));
  return spelled.length + (plain.match(inside)?.length ?? 0);
}
