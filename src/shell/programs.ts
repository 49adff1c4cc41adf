import { readScript } from "./read.js";
import type { Command } from "./reading.js";
import { baseName, isOption, splitOption } from "./words.js";
import { behindOptions, hasOption, isShell, type Wrapper, wrappers } from "./wrappers.js";

/** Words before a program that are not a program: they open or close a block or negate. */
const keywords = new Set("if then elif else fi while until do done esac ! { } coproc".split(" "));
const setting = /^[A-Za-z_]\w{0,200}(?:\[[^\]]{0,200}\])?\+?=/;

/** What a command runs, one step further in. */
export interface Inner {
  /** Commands made of its own words: `sudo -u root x`, `timeout 5 x`, `find . -exec x ;`. */
  readonly commands: readonly Command[];
  /** Texts that it runs as scripts: `bash -c '…'`, `eval …`, `env -S '…'`, what a pipe gives a shell. */
  readonly scripts: readonly string[];
  /** What it runs is the program, and decides how the command ends. */
  readonly standsForIt: boolean;
}

const nothing: Inner = { commands: [], scripts: [], standsForIt: false };

/** The command from its program on, after keywords and settings of variables; undefined without one. */
export function withoutSettings(command: Command): Command | undefined {
  const start = command.words.findIndex((word) => !keywords.has(word) && !setting.test(word));
  return start === -1 ? undefined : from(command, start);
}

/** What a command runs that begins with its program. */
export function innerOf(command: Command): Inner {
  const name = baseName(command.words[0] ?? "");
  const wrapper = wrappers.get(name);
  if (wrapper === undefined) return nothing;
  const start = behindOptions(command.words, wrapper, 1);
  if (hasOption(command.words.slice(1, start), wrapper.idle, wrapper)) return nothing;
  const standsForIt = !wrapper.own;
  const scripts = scriptsOf(name, command, wrapper, start);
  const onlyScripts = wrapper.onlyScripts || readsInput(name, command.words, start);
  if (onlyScripts || scripts.length > 0) return { commands: [], scripts, standsForIt };
  if (name.endsWith("find")) return { commands: runByFind(command), scripts, standsForIt };
  const inner = from(command, start + wrapper.operands);
  return { commands: inner.words.length > 0 ? [inner] : [], scripts, standsForIt };
}

function from(command: Command, start: number, end?: number): Command {
  if (start === 0 && end === undefined) return command;
  return { ...command, words: command.words.slice(start, end), bare: command.bare.slice(start, end) };
}

function scriptsOf(name: string, command: Command, wrapper: Wrapper, start: number): readonly string[] {
  const { words } = command;
  if (isShell(name)) return scriptsOfShell(command, start);
  if (name === "eval") return [words.slice(1).join(" ")];
  if (name === "watch") return [words.slice(start).join(" ")];
  if (name === "trap") return words.slice(1, 2);
  const at = placeOfScript(name, words, wrapper, start);
  if (at === -1) return [];
  const value = splitOption(words[at] ?? "")[1] ?? words[at + 1] ?? "";
  // `env -S 'A=1 x' y` runs `x y`.
  return [name === "env" ? [value, ...words.slice(start)].join(" ") : value];
}

/** The option before the script, among the wrapper's own options: `su -c x user`, `su user -c x`. */
function placeOfScript(name: string, words: readonly string[], wrapper: Wrapper, start: number): number {
  const isIt = (word: string) => isOption(word) && endsInOne(word, wrapper.script);
  const first = words.slice(0, start).findIndex(isIt);
  if (first !== -1 || name === "env" || namesItsUser(name, words.slice(1, start), wrapper)) return first;
  const behind = words.slice(start + 1, behindOptions(words, wrapper, start + 1)).findIndex(isIt);
  return behind === -1 ? -1 : start + 1 + behind;
}

const userOptions = new Set(["-u", "--user"]);

/** `runuser -u deploy x` runs x; without the option the first word is the user, and a script may follow. */
function namesItsUser(name: string, options: readonly string[], wrapper: Wrapper): boolean {
  return name === "runuser" && hasOption(options, userOptions, wrapper);
}

/** `-c`, `--command=…`, or the last of letters written together: the next word is its value. */
function endsInOne(option: string, wanted: ReadonlySet<string>): boolean {
  return (
    wanted.has(splitOption(option)[0]) || (/^-[A-Za-z]{2,9}$/.test(option) && wanted.has(`-${option.at(-1)}`))
  );
}

function scriptsOfShell(command: Command, start: number): readonly string[] {
  const { words, input, before } = command;
  const options = words.slice(1, start);
  // `-c`, `-lc`, `-ec`: the first operand is the script.
  if (options.some((word) => /^-[A-Za-z]{0,8}c[A-Za-z]{0,8}$/.test(word)))
    return words.slice(start, start + 1);
  const long = options.find((word) => word.startsWith("--command="));
  if (long !== undefined) return [long.slice(long.indexOf("=") + 1)];
  return readsInput(baseName(words[0] ?? ""), words, start) ? [...input, ...printedBy(before)] : [];
}

/** A shell without an operand, or with `-s`, reads its script from its input. */
function readsInput(name: string, words: readonly string[], start: number): boolean {
  if (!isShell(name)) return false;
  return start >= words.length || words.slice(1, start).some((word) => /^-[A-Za-z]{0,8}s$/.test(word));
}

/** What a program is known to print: text that it was given. */
function printedBy(command: Command | undefined): readonly string[] {
  const [program = "", ...rest] = command?.words ?? [];
  if (command === undefined || program === "cat") return command?.input ?? [];
  const texts = rest
    .filter((word) => !/^-[neE]{1,3}$/.test(word))
    .map((word) => word.replaceAll("\\n", "\n"));
  if (program === "echo") return [texts.join(" ")];
  return program === "printf" ? [texts.join("\n")] : [];
}

function runByFind(command: Command): readonly Command[] {
  const found: Command[] = [];
  let start: number | undefined;
  for (const [at, word] of command.words.entries()) {
    if (start === undefined && /^-(?:exec|ok)(?:dir)?$/.test(word)) start = at + 1;
    else if (start !== undefined && (word === ";" || word === "+")) {
      found.push(from(command, start, at));
      start = undefined;
    }
  }
  return start === undefined ? found : [...found, from(command, start)];
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
export function readWithin(text: string, budget: Budget): ReturnType<typeof readScript> {
  const read = text.slice(0, budget.left);
  budget.left -= read.length;
  return readScript(read);
}

/** Settings of variables before a program that may be part of what is meant. */
const mostSettings = 4;

/**
 * Every command that a command line runs, as words. One that runs another comes as a whole, then the other
 * alone: both `sudo` and what it runs may be meant.
 */
export function* commandsIn(text: string): Generator<readonly string[]> {
  yield* inScript(text, 0, fullBudget());
}

function* inScript(text: string, depth: number, budget: Budget): Generator<readonly string[]> {
  for (const command of readWithin(text, budget).commands) yield* inCommand(command, depth, budget);
}

function* inCommand(whole: Command, depth: number, budget: Budget): Generator<readonly string[]> {
  const command = withoutSettings(whole);
  const start = whole.words.length - (command?.words.length ?? 0);
  for (let at = 0; at < Math.min(start, mostSettings); at += 1) yield whole.words.slice(at);
  if (command === undefined) return;
  yield command.words;
  if (depth >= deepestWrapping) return;
  const { commands, scripts } = innerOf(command);
  for (const text of scripts) yield* inScript(text, depth + 1, budget);
  for (const inner of commands) yield* inCommand(inner, depth + 1, budget);
}
