import { printfText } from "./printf-text.js";
import { assignmentParts, isAssignment, keywords } from "./words.js";

/**
 * Everything a command line states before it runs: values of variables, functions, aliases, files that it
 * writes. Filled while it is read, and read back where a later command uses it.
 */
export interface Known {
  /** By name; an array and `@` have several words. */
  readonly variables: Map<string, readonly string[]>;
  /** The bodies of functions. */
  readonly functions: Map<string, string>;
  readonly aliases: Map<string, string>;
  readonly gitAliases: Map<string, string>;
  /** Texts that were written to files. */
  readonly files: Map<string, string>;
  /** Links that it makes, and where each leads, from where the command line begins. */
  readonly links: Map<string, string>;
  /** The folder that `cd` went to, relative to where the command line begins. */
  folder: string;
  /** How many characters may still be put in for variables and substitutions. */
  charsLeft: number;
  /** How many functions, aliases and written files may still be followed. */
  callsLeft: number;
  /** How many commands may still be read. */
  commandsLeft: number;
  /** How many words of programs that no table knows may still be taken for the beginning of a command. */
  guessesLeft: number;
  /** How many steps through links may still be taken. */
  stepsLeft: number;
  /** Why not all of the line was read; undefined while nothing was left out. */
  unread: Unread | undefined;
}

export type Unread = "too long" | "nested too deep";

/** More than people write; `A=$A$A` must not grow without end. */
const mostValueChars = 4_096;
const mostNames = 1_000;
const mostChars = 1_048_576;
const mostCalls = 128;
/** Longer lines are generated; a reader of all their commands would keep every other call waiting. */
const mostCommands = 1_000;
const mostGuesses = 256;
const mostSteps = 5_000;

export function nothingKnown(gitAliases: ReadonlyMap<string, string> = new Map()): Known {
  return {
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    gitAliases: new Map(gitAliases),
    files: new Map(),
    links: new Map(),
    folder: "",
    charsLeft: mostChars,
    callsLeft: mostCalls,
    commandsLeft: mostCommands,
    guessesLeft: mostGuesses,
    stepsLeft: mostSteps,
    unread: undefined,
  };
}

export function noteUnread(known: Known | undefined, why: Unread): void {
  if (known !== undefined) known.unread ??= why;
}

/** Whether a text fits the budget, from which its length is then taken. */
export function fitsBudget(known: Known, text: string): boolean {
  if (text.length > known.charsLeft) {
    noteUnread(known, "too long");
    return false;
  }
  known.charsLeft -= text.length;
  return true;
}

export function noteValue<Value>(map: Map<string, Value>, name: string, value: Value, length: number): void {
  if (length <= mostValueChars && (map.size < mostNames || map.has(name))) map.set(name, value);
}

function noteWords(known: Known, name: string, words: readonly string[]): void {
  const length = words.reduce((sum, word) => sum + word.length + 1, -1);
  noteValue(known.variables, name, words, length);
}

/** Keeps the words of an array, `a=(…)` or `a+=(…)`. */
export function noteArray(known: Known, setting: string, words: readonly string[]): void {
  const { name, adds } = assignmentParts(setting);
  noteWords(known, name, adds ? [...(known.variables.get(name) ?? []), ...words] : words);
}

/** Programs whose operands set variables. */
export const setsVariables: ReadonlySet<string> = new Set(
  "export readonly declare typeset local for set read".split(" "),
);

/** Keeps the variables that a command sets: `a=1`, `export a=1`, `for a in …`, `set -- …`, `read a <<< …`, `printf -v a …`. */
export function noteVariables(known: Known, words: readonly string[], input: readonly string[]): void {
  let at = 0;
  for (
    let word = words[0];
    word !== undefined && (keywords.has(word) || isAssignment(word));
    word = words[at]
  ) {
    if (isAssignment(word)) noteSetting(known, word);
    at += 1;
  }
  const program = words[at] ?? "";
  if (setsVariables.has(program)) noteSet(known, program, words.slice(at + 1, at + mostNames), input);
  if (program === "printf" && words[at + 1] === "-v")
    noteWords(known, words[at + 2] ?? "", [printfText(words.slice(at + 3))]);
}

function noteSet(known: Known, program: string, rest: readonly string[], input: readonly string[]): void {
  if (program === "for" && rest[1] === "in") noteWords(known, rest[0] ?? "", rest.slice(2));
  else if (program === "set" && rest[0] === "--") noteParameters(known, "", rest.slice(1));
  else if (program === "read" && input.length > 0) noteWords(known, rest.at(-1) ?? "", input);
  else for (const word of rest.filter(isAssignment)) noteSetting(known, word);
}

function noteSetting(known: Known, word: string): void {
  const { name, value, adds } = assignmentParts(word);
  // The words of an array, or a text that is known only at run time.
  if (value === "$()") return;
  const before = adds ? (known.variables.get(name)?.join(" ") ?? "") : "";
  noteWords(known, name, [before + value]);
}

/** The words that a script or a function is called with. */
export function noteParameters(known: Known, zeroth: string, words: readonly string[]): void {
  noteWords(known, "@", words);
  for (const [index, word] of [zeroth, ...words].slice(0, 10).entries())
    noteWords(known, String(index), [word]);
}

const form = /^([A-Za-z_]\w{0,200}|[0-9@*])(?:\[(?:[@*]|\d{1,4})\])?(?:(:?)([-=+])([^$`]{0,1000}))?$/;

/**
 * The words that a parameter stands for, as it is written: `$a`, `${a}`, `${a[@]}`, `${a:-x}`, `${a:+x}`.
 * Undefined when that is known only at run time.
 */
export function wordsOfParameter(known: Known, written: string): readonly string[] | undefined {
  const [, name = "", colon, sign, other = ""] = form.exec(written.replace(/^\$\{?|\}$/g, "")) ?? [];
  if (name === "") return undefined;
  const held = known.variables.get(name === "*" ? "@" : name);
  const isSet = held !== undefined && !(colon === ":" && held.join("") === "");
  const instead = [withoutQuotes(other)];
  // It is unknown whether an unknown variable is set, but the alternative may be known.
  if (sign === "+") return held === undefined || isSet ? instead : [];
  if (sign === "=" && !isSet) noteWords(known, name, instead);
  if (sign !== undefined) return isSet ? held : instead;
  return held;
}

const quotes = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs;

function withoutQuotes(text: string): string {
  return text.replace(quotes, (_all, single, double, escaped) => single ?? double ?? escaped);
}
