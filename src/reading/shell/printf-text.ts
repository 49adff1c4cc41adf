/** Enough for what people print; each further word would read the format again. */
const mostWords = 1_000;

/** `printf FORMAT WORDS`: the format is used again until all words are in it. */
export function printfText(given: readonly string[]): string {
  const [format = "", ...words] = given[0] === "--" ? given.slice(1) : given;
  const places = format.match(/%[sbqd]/g)?.length ?? 0;
  if (places === 0) return unescapePrinted(format);
  let text = "";
  for (let at = 0; at === 0 || at < Math.min(words.length, mostWords); at += places) {
    let next = at;
    text += format.replace(/%[sbqd]/g, () => words[next++] ?? "");
  }
  return unescapePrinted(text);
}

export function unescapePrinted(text: string): string {
  return text.replaceAll("\\n", "\n").replaceAll("\\t", "\t");
}
