/** The name of a program without its folder. */
export function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

/** An option, as opposed to an operand; `-` alone is the standard input. */
export function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}

/**
 * 2 when the next word is the option's value. Of letters written together, `-Eu`, the first that takes one
 * takes the rest or the next.
 */
export function lengthOfOption(option: string, valued: ReadonlySet<string>): 1 | 2 {
  if (valued.has(option)) return 2;
  if (!/^-[A-Za-z]{2,20}$/.test(option)) return 1;
  const taking = [...option].findIndex((letter, at) => at > 0 && valued.has(`-${letter}`));
  return taking === option.length - 1 ? 2 : 1;
}
