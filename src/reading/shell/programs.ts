import { scriptsInCode } from "./code.js";
import { type Known, noteUnread } from "./known.js";
import { inputOf } from "./printed.js";
import { readScript } from "./read.js";
import type { Command } from "./reading.js";
import { isAssignment, isOption, keywords, splitOption } from "./words.js";
import { behindOptions, hasOption, isShell, type Wrapper, wrapperAt } from "./wrappers.js";

/** What a command runs, one wrapper removed. */
export interface Inner {
  /** Commands made of its own words: `sudo -u root x`, `timeout 5 x`, `find . -exec x ;`. */
  readonly commands: readonly Command[];
  /** Texts that it runs as scripts: `bash -c '…'`, `eval …`, `env -S '…'`, what a pipe gives a shell. */
  readonly scripts: readonly string[];
  /** The words that its scripts get as `$0`, `$1` and so on. */
  readonly parameters: readonly string[];
  /** The wrapped program decides how the command ends. */
  readonly standsForIt: boolean;
}

const nothing: Inner = { commands: [], scripts: [], parameters: [], standsForIt: false };

/** The command from its program on, after keywords and settings of variables; undefined without one. */
export function withoutAssignments(command: Command): Command | undefined {
  const start = command.words.findIndex((word) => !keywords.has(word) && !isAssignment(word));
  return start === -1 ? undefined : wordsFrom(command, start);
}

/** What a command runs; its first word is the program. Undefined for a program that is not in the table. */
export function innerOf(command: Command): Inner | undefined {
  const found = wrapperAt(command.words);
  if (found === undefined) return undefined;
  const { name, wrapper, from: behindName } = found;
  const start = behindOptions(command.words, wrapper, behindName);
  if (hasOption(command.words.slice(behindName, start), wrapper.idle, wrapper)) return nothing;
  const standsForIt = !wrapper.own;
  const { scripts, parameters = [] } = scriptsOf(name, command, wrapper, start);
  const none = { commands: [], scripts, parameters, standsForIt };
  const onlyScripts = wrapper.onlyScripts || readsInput(name, command.words, start);
  if (onlyScripts || scripts.length > 0) return none;
  if (name.endsWith("find")) return { ...none, commands: runByFind(command) };
  const inner = wordsFrom(command, behindOperands(command.words, wrapper, start));
  if (inner.words.length === 0) return none;
  return { ...none, commands: [name.endsWith("xargs") ? withInput(command, inner) : inner] };
}

function behindOperands(words: readonly string[], { dashes, operands }: Wrapper, start: number): number {
  const at = dashes ? words.indexOf("--") : -1;
  return at === -1 ? start + operands : at + 1;
}

/** More words than people give `xargs` on a command line. */
const mostInputWords = 1_000;

/** `xargs` gives its program the words that it reads, in place of the sign behind `-I` if there is one. */
function withInput(whole: Command, inner: Command): Command {
  const given = inputOf(whole)
    ?.split(/\s+/, mostInputWords)
    .filter((word) => word !== "");
  if (given === undefined || given.length === 0) return inner;
  const sign = signOf(whole.words);
  const all = given.join(" ");
  const words =
    sign === undefined
      ? [...inner.words, ...given]
      : inner.words.map((word) => word.replace(sign, () => all));
  return { ...inner, words, bare: words };
}

function signOf(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word.startsWith("-I"));
  return at === -1 ? undefined : words[at]?.slice(2) || words[at + 1];
}

export function wordsFrom(command: Command, start: number, end?: number): Command {
  if (start === 0 && end === undefined) return command;
  return { ...command, words: command.words.slice(start, end), bare: command.bare.slice(start, end) };
}

interface Scripts {
  readonly scripts: readonly string[];
  readonly parameters?: readonly string[];
}

function scriptsOf(name: string, command: Command, wrapper: Wrapper, start: number): Scripts {
  if (isShell(name)) return scriptsOfShell(name, command, start);
  return {
    scripts: scriptsByKind(name, command, wrapper, start) ?? scriptsByOption(name, command, wrapper, start),
  };
}

function scriptsByKind(
  name: string,
  command: Command,
  wrapper: Wrapper,
  start: number,
): readonly string[] | undefined {
  const { words } = command;
  if (wrapper.code.size > 0) return scriptsOfInterpreter(name, command);
  if (wrapper.reads) return [inputOf(command) ?? ""];
  if (wrapper.each) return words.slice(start);
  const lines = name === "parallel" ? scriptsOfParallel(command, start) : undefined;
  if (lines !== undefined) return lines;
  if (wrapper.tail.size > 0) return [behindTail(words, wrapper)];
  if (wrapper.joins) return [words.slice(start + wrapper.operands).join(" ")];
  if (name === "source" || name === ".") return readsItsInput(words[1]) ? [inputOf(command) ?? ""] : [];
  if (name === "eval") return [words.slice(1).join(" ")];
  if (name === "watch") return [words.slice(start).join(" ")];
  return name === "trap" ? words.slice(1, 2) : undefined;
}

function scriptsByOption(
  name: string,
  { words }: Command,
  wrapper: Wrapper,
  start: number,
): readonly string[] {
  const at = placeOfScript(name, words, wrapper, start);
  if (at === -1) return [];
  const value = splitOption(words[at] ?? "")[1] ?? words[at + 1] ?? "";
  // `env -S 'A=1 x' y` runs `x y`.
  return [name === "env" ? [value, ...words.slice(start)].join(" ") : value];
}

/** More lines than people give `parallel` by hand. */
const mostLines = 50;

/** `parallel 'COMMAND LINE' ::: WORDS`, or without a command, where each of the words is one. */
function scriptsOfParallel(command: Command, start: number): readonly string[] | undefined {
  const operands = command.words.slice(start);
  const at = operands.findIndex((word) => /^:{3,4}\+?$/.test(word));
  const [text = "", ...others] = at === -1 ? operands : operands.slice(0, at);
  if (others.length > 0 || (text !== "" && !/\s/.test(text))) return undefined;
  const given = at === -1 ? (inputOf(command)?.split("\n") ?? []) : operands.slice(at + 1);
  const lines = given.slice(0, mostLines).map((word) => withWord(text, word));
  return lines.length === 0 ? [text] : lines;
}

function withWord(text: string, word: string): string {
  return text.includes("{}") ? text.replaceAll("{}", () => word) : `${text} ${word}`;
}

function behindTail(words: readonly string[], { tail }: Wrapper): string {
  const at = words.findIndex((word) => tail.has(word.toLowerCase()));
  return at === -1 ? "" : words.slice(at + 1).join(" ");
}

/** Languages in which a text in backticks is a command. */
const ticking = new Set(["perl", "ruby", "php"]);

function scriptsOfInterpreter(name: string, command: Command): readonly string[] {
  const backticks = ticking.has(name);
  return textsOfInterpreter(command).flatMap((text) => scriptsInCode(text, { backticks }));
}

/** The texts that an interpreter is given as programs: `python -c '…'`, `node -e '…'`, what it reads. */
export function textsOfInterpreter(command: Command): readonly string[] {
  const { words } = command;
  const found = wrapperAt(words);
  if (found === undefined || found.wrapper.code.size === 0) return [];
  const { code, valued } = found.wrapper;
  const start = behindOptions(words, found.wrapper, found.from);
  if (code.has("operand")) return words.slice(start, start + 1);
  const isCode = (word: string) => isOption(word) && endsInOne(word, code);
  const texts = words.flatMap((word, at) => (at > 0 && isCode(word) ? (words[at + 1] ?? []) : []));
  if (texts.length > 0 || words.slice(1, start).some((word) => valued.has(word))) return texts;
  return readsItsInput(words[start]) ? [inputOf(command) ?? ""] : [];
}

/** The option before the script, among the wrapper's own options: `su -c x user`, `su user -c x`. */
function placeOfScript(name: string, words: readonly string[], wrapper: Wrapper, start: number): number {
  const isIt = (word: string) => isOption(word) && endsInOne(word, wrapper.script);
  const first = words.slice(0, start).findIndex(isIt);
  if (first !== -1 || !hasOperandBefore(name, words.slice(1, start), wrapper)) return first;
  const behind = words.slice(start + 1, behindOptions(words, wrapper, start + 1)).findIndex(isIt);
  return behind === -1 ? -1 : start + 1 + behind;
}

const userOptions = new Set(["-u", "--user"]);

/**
 * Whether the first operand is the wrapper's own, so that its options may follow: those behind a program are
 * the program's. `runuser -u deploy x` runs x; without the option the first word is the user.
 */
function hasOperandBefore(name: string, options: readonly string[], wrapper: Wrapper): boolean {
  if (name === "runuser") return !hasOption(options, userOptions, wrapper);
  return wrapper.operands > 0 || wrapper.onlyScripts;
}

/** `-c`, `--command=…`, or the last of letters written together: the next word is its value. */
function endsInOne(option: string, wanted: ReadonlySet<string>): boolean {
  return (
    wanted.has(splitOption(option)[0]) || (/^-[A-Za-z]{2,9}$/.test(option) && wanted.has(`-${option.at(-1)}`))
  );
}

function scriptsOfShell(name: string, command: Command, start: number): Scripts {
  const { words } = command;
  const options = words.slice(1, start);
  // `-c`, `-lc`, `-ec`: the first operand is the script.
  if (options.some((word) => /^-[A-Za-z]{0,8}c[A-Za-z]{0,8}$/.test(word)))
    return { scripts: words.slice(start, start + 1), parameters: words.slice(start + 1) };
  const long = options.find((word) => word.startsWith("--command="));
  if (long !== undefined) return { scripts: [long.slice(long.indexOf("=") + 1)] };
  const text = readsInput(name, words, start) ? inputOf(command) : undefined;
  return text === undefined ? { scripts: [] } : { scripts: [text], parameters: words.slice(start) };
}

/** A shell without an operand, or with `-s`, reads its script from its input. */
function readsInput(name: string, words: readonly string[], start: number): boolean {
  if (!isShell(name)) return false;
  return readsItsInput(words[start]) || words.slice(1, start).some((word) => /^-[A-Za-z]{0,8}s$/.test(word));
}

/** No file, or one that stands for the input: `-`, `/dev/stdin`, `<(…)`. */
function readsItsInput(file: string | undefined): boolean {
  return file === undefined || file === "-" || file === "$()" || /^\/dev\/(?:stdin|fd\/\d+)$/.test(file);
}

function runByFind(command: Command): readonly Command[] {
  const found: Command[] = [];
  let start: number | undefined;
  for (const [at, word] of command.words.entries()) {
    if (start === undefined && /^-(?:exec|ok)(?:dir)?$/.test(word)) start = at + 1;
    else if (start !== undefined && (word === ";" || word === "+")) {
      found.push(wordsFrom(command, start, at));
      start = undefined;
    }
  }
  return start === undefined ? found : [...found, wordsFrom(command, start)];
}

/** Programs that run programs that run programs: nothing real nests deeper, and each step reads the rest. */
export const deepestWrapping = 20;

/**
 * Scripts in scripts are read again at each step: all of them together may be this long, eight times the
 * longest command.
 */
const mostChars = 8_388_608;

/** How much text may still be read. */
export interface Budget {
  left: number;
}

export function fullBudget(): Budget {
  return { left: mostChars };
}

/** Reads a script as far as the budget goes. */
export function readWithin(text: string, budget: Budget, known?: Known): ReturnType<typeof readScript> {
  const read = text.slice(0, budget.left);
  if (read.length < text.length) noteUnread(known, "too long");
  budget.left -= read.length;
  return readScript(read, known);
}
