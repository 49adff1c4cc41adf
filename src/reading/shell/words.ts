/** The name of a program without its folder. */
export function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

/** Words before a program that are not a program: they open or close a block or negate. */
export const keywords: ReadonlySet<string> = new Set(
  "if then elif else fi while until do done esac ! { } coproc".split(" "),
);

const setting = /^([A-Za-z_]\w{0,200})(?:\[[^\]]{0,200}\])?(\+?)=/;

/** `a=1`: a variable that is set. */
export function isAssignment(word: string): boolean {
  return setting.test(word);
}

/** The name and the value of `a=1`; `a+=1` adds to what it holds. */
export function assignmentParts(word: string): {
  readonly name: string;
  readonly value: string;
  readonly adds: boolean;
} {
  const [whole = "", name = "", plus] = setting.exec(word) ?? [];
  return { name, value: word.slice(whole.length), adds: plus === "+" };
}

/** An option, as opposed to an operand; `-` alone is the standard input. */
export function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}

/** The name and the value of `--name=value`. */
export function splitOption(word: string): readonly [name: string, value?: string] {
  const at = isOption(word) ? word.indexOf("=") : -1;
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

/**
 * 2 when the next word is the option's value. Of letters written together, `-Eu`, the first that takes one
 * takes the rest or the next.
 */
export function lengthOfOption(option: string, valued: ReadonlySet<string>): 1 | 2 {
  if (valued.has(option)) return 2;
  if (!isCluster(option)) return 1;
  const taking = [...option].findIndex((letter, at) => at > 0 && valued.has(`-${letter}`));
  return taking === option.length - 1 ? 2 : 1;
}

/** `-rf`: single letters written together. */
function isCluster(option: string): boolean {
  return /^-[A-Za-z]{2,20}$/.test(option);
}

/** Whether an option is one of these, alone, with a value after `=`, or among letters written together. */
export function isOneOf(
  option: string,
  wanted: ReadonlySet<string>,
  valued: ReadonlySet<string> = new Set(),
): boolean {
  if (wanted.has(splitOption(option)[0])) return true;
  if (!isCluster(option)) return false;
  for (const letter of option.slice(1)) {
    if (wanted.has(`-${letter}`)) return true;
    // What follows is its value.
    if (valued.has(`-${letter}`)) return false;
  }
  return false;
}

/** The words of a table, written with white space between them. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ""));
}
