import { isOption, lengthOfOption, splitOption } from "../../../../reading/shell/words.js";
import { programName } from "../../../../reading/shell/wrappers.js";
import { globalOptions } from "./program-tables.js";
import { type CommandNames, commandNames, sameProgram } from "./same-names.js";

/** A command of the table, with one name for each option and letters written apart. */
export interface NormalCommand {
  readonly names: CommandNames;
  /** The words behind program and sub-commands; an option with a value is `-o=value`. */
  readonly rest: readonly string[];
}

const programsInTable: ReadonlySet<string> = new Set(
  [...commandNames.keys()].map((command) => command.split(" ")[0] ?? ""),
);

/** The command by the names of the table; undefined for a command that is not in it. */
export function normalCommand(words: readonly string[]): NormalCommand | undefined {
  const program = canonicalProgram(words[0] ?? "");
  if (!programsInTable.has(program)) return undefined;
  const { before, subCommands, behind } = splitAtSubCommands(program, words);
  for (let count = subCommands.length; count >= 0; count -= 1) {
    const names = commandNames.get([program, ...subCommands.slice(0, count)].join(" "));
    if (names === undefined) continue;
    return { names, rest: normalOptions([...before, ...subCommands.slice(count), ...behind], names) };
  }
  return undefined;
}

/** `git-push` is `git push`. */
export function withSubCommand(words: readonly string[]): readonly string[] {
  const subCommand = /^git-([a-z][a-z-]{0,40})$/.exec(programName(words[0] ?? ""))?.[1];
  return subCommand === undefined ? words : ["git", subCommand, ...words.slice(1)];
}

/** A program by the name that stands for it: without folder and `.exe`, in small letters. */
export function canonicalProgram(program: string): string {
  return sameProgram(programName(program).toLowerCase());
}

interface Split {
  /** Options before the sub-command that belong to it. */
  readonly before: readonly string[];
  /** Up to two words. */
  readonly subCommands: readonly string[];
  readonly behind: readonly string[];
}

function splitAtSubCommands(program: string, words: readonly string[]): Split {
  const valued = globalOptions.get(program) ?? new Set<string>();
  const before: string[] = [];
  let at = 1;
  while (isOption(words[at] ?? "")) {
    const length = lengthOfOption(words[at] ?? "", valued);
    // A switch of git before its sub-command is not the sub-command's.
    if (length === 2 || program !== "git") before.push(...words.slice(at, at + length));
    at += length;
  }
  const next = words[at + 1];
  const count = at >= words.length ? 0 : next === undefined || isOption(next) ? 1 : 2;
  return { before, subCommands: words.slice(at, at + count), behind: words.slice(at + count) };
}

function normalOptions(words: readonly string[], names: CommandNames): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const options = isOption(word) ? optionsIn(word, names) : [word];
    const last = options.at(-1) ?? "";
    const takesNext = isOption(word) && names.valued.has(last) && at + 1 < words.length;
    found.push(...(takesNext ? [...options.slice(0, -1), `${last}=${words[++at]}`] : options));
  }
  return found;
}

const turnedOff = /^(?:false|no|off|0)$/i;

/** The options that a word stands for, by their first names. */
function optionsIn(word: string, names: CommandNames): readonly string[] {
  const [name, value] = splitOption(word);
  const known = names.options.get(name);
  if (known === undefined && !word.startsWith("--")) return lettersIn(word, names);
  if (value !== undefined && turnedOff.test(value)) return [];
  const all = known === undefined ? longNames(name, names) : [known];
  if (value === undefined) return all;
  const takesValue = names.valued.has(name) || known === undefined;
  return takesValue ? all.map((each) => `${each}=${value}`) : all;
}

/** Shorter beginnings of a name are seldom enough for a program. */
const shortest = "--ab".length;

/**
 * The options that the beginning of a name may mean. Several only if one of them begins all the others:
 * `--forc` may be `--force` and `--force-with-lease`; `--fo`, which may be `--follow-tags` too, means none.
 */
function longNames(name: string, { long, options }: CommandNames): readonly string[] {
  if (long.includes(name) || name.length < shortest) return [name];
  const meant = long.filter((each) => each.startsWith(name));
  const first = meant.toSorted((a, b) => a.length - b.length)[0];
  if (first === undefined || !meant.every((each) => each.startsWith(first))) return [name];
  return meant.map((each) => options.get(each) ?? each);
}

/** More letters than a program has options. */
const mostLetters = 20;

/** `-uf` is `-u -f`; of letters written together, the first that takes a value takes the rest. */
function lettersIn(word: string, { options, valued, words }: CommandNames): readonly string[] {
  if (words || !/^-[A-Za-z0-9]/.test(word)) return [word];
  const found: string[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const letter = `-${word.charAt(at)}`;
    const value = word.slice(at + 1);
    const name = options.get(letter) ?? letter;
    if (valued.has(letter) && value !== "") return [...found, `${name}=${value}`];
    found.push(name);
    if (at > mostLetters) return [word];
  }
  return found;
}
