/** `{a,b}` in a word: its position and its alternatives. */
export interface Braces {
  readonly at: number;
  readonly length: number;
  readonly options: readonly string[];
}

const list = /\{([^\s{}'"`$\\|&;()<>]{0,200},[^\s{}'"`$\\|&;()<>]{0,200})\}/y;

/** The list in braces that begins here. Braces with quotes or braces in them stay as they are written. */
export function braceList(text: string, at: number): Omit<Braces, "at"> | undefined {
  list.lastIndex = at;
  const [whole, inside] = list.exec(text) ?? [];
  return whole === undefined || inside === undefined
    ? undefined
    : { length: whole.length, options: inside.split(",") };
}

/** Lists in lists multiply: more words than people mean stay one word. */
const mostWords = 64;

/** Expands the lists in braces of a word. */
export function expandBraces(word: string, braces: readonly Braces[]): readonly string[] {
  if (braces.length === 0) return [word];
  const count = braces.reduce((product, { options }) => product * options.length, 1);
  if (count > mostWords) return [word];
  let words = [""];
  let from = 0;
  for (const { at, length, options } of braces) {
    const between = word.slice(from, at);
    words = words.flatMap((start) => options.map((option) => start + between + option));
    from = at + length;
  }
  return words.map((start) => start + word.slice(from)).filter((each) => each !== "");
}
