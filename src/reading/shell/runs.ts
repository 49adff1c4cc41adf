import { quoted } from "./code.js";
import { aliasedByGit, aliasMadeBy } from "./git-alias.js";
import { type Known, noteParameters, noteUnread, noteValue, nothingKnown, type Unread } from "./known.js";
import { linksMadeBy, plainPath, throughLinks } from "./links.js";
import { filesPatchedBy, type TextOf } from "./patched-files.js";
import { inputOf, printedBy } from "./printed.js";
import {
  type Budget,
  deepestWrapping,
  fullBudget,
  innerOf,
  readWithin,
  withoutAssignments,
  wordsFrom,
} from "./programs.js";
import type { Command, Shell } from "./reading.js";
import { isOption } from "./words.js";
import { isShell, programName } from "./wrappers.js";
import { filesWrittenBy } from "./written-files.js";

/** A command that a command line runs. */
export interface Run {
  readonly words: readonly string[];
  /** The commands whose output it reads or has in its words: those before it in a pipe, and in `$(…)`. */
  readonly fedBy: readonly Command[];
  /** The text that it reads, where the command line holds it: a here-document, or what is printed into it. */
  readonly input?: string | undefined;
  /** The files that it writes, changes or removes, relative to where the command line begins. */
  readonly files: readonly string[];
  /** It stands among the words of a program that no table knows, which may run it or not. */
  readonly guessed: boolean;
  /** It is left running in the background: that the command line ended says nothing of it. */
  readonly background: boolean;
}

/** Settings of variables before a program that may be part of what is meant. */
const mostSettings = 4;

/** A longer line cannot be an argument of a shell, and a file that it holds is written in another way. */
const mostLineChars = 1_048_576;

/** What a command line runs. */
export interface Runs {
  readonly runs: readonly Run[];
  /** Why it was not read to its end; undefined if it was. */
  readonly unread: Unread | undefined;
}

/** What the reader of a command line has to be told. */
export interface Outside {
  /** The aliases that git would find in its settings. */
  readonly gitAliases?: ReadonlyMap<string, string>;
  /** Where the words of a command that no wrapper is may begin another command. */
  readonly guesses?: (words: readonly string[]) => Guesses;
  /** What stands in a file, by its path from the folder where the command line begins. */
  readonly textOf?: TextOf;
}

/** Parts of a command that may be commands. */
export interface Guesses {
  /** Places of words. */
  readonly places: readonly number[];
  readonly scripts: readonly string[];
}

/**
 * Every command that a command line runs. One that runs another comes as a whole, then the other alone: both
 * `sudo` and what it runs may be meant.
 */
export function runsIn(text: string, outside: Outside = {}): Runs {
  const { gitAliases, guesses = noGuesses, textOf = () => undefined } = outside;
  const known = nothingKnown(gitAliases);
  const line = text.slice(0, mostLineChars);
  if (line.length < text.length) noteUnread(known, "too long");
  const start = {
    depth: 0,
    budget: fullBudget(),
    known,
    guesses,
    textOf,
    guessed: false,
    background: false,
    sameWords: false,
  };
  const runs = [...inScript(line, { ...start, following: new Set<string>() })];
  return { runs, unread: known.unread };
}

function noGuesses(): Guesses {
  return { places: [], scripts: [] };
}

/** Where in a command line, and what is known there. */
interface Place {
  readonly depth: number;
  readonly budget: Budget;
  readonly known: Known;
  readonly guesses: (words: readonly string[]) => Guesses;
  readonly textOf: TextOf;
  readonly guessed: boolean;
  readonly background: boolean;
  /** The command is made of words that were guessed from already. */
  readonly sameWords: boolean;
  /** The definitions that are being followed: in its own, a command means nothing new. */
  readonly following: ReadonlySet<string>;
}

/** A command of more words is generated, and is not looked at. */
const mostWords = 10_000;

/** A `cd` holds in its shell and in those that it starts from then on. */
function* inScript(text: string, around: Place): Generator<Run> {
  const place = around.sameWords ? { ...around, sameWords: false } : around;
  const { known } = place;
  const folders = new Map<Shell | undefined, string>([[undefined, known.folder]]);
  const folderOf = (shell: Shell | undefined): string => folders.get(shell) ?? folderOf(shell?.parent);
  const { commands, background } = readWithin(text, place.budget, known);
  for (const command of commands) {
    known.folder = folderOf(command.shell);
    yield* inCommand(command, background.has(command) ? { ...place, background: true } : place);
    folders.set(command.shell, known.folder);
  }
  known.folder = folderOf(undefined);
}

function* inCommand(whole: Command, place: Place): Generator<Run> {
  if (whole.words.length > mostWords) return noteUnread(place.known, "too long");
  const command = withoutAssignments(whole);
  const start = whole.words.length - (command?.words.length ?? 0);
  const { guessed, background } = place;
  for (let at = 0; at < Math.min(start, mostSettings); at += 1)
    yield { words: whole.words.slice(at), fedBy: feeding(whole), files: [], guessed, background };
  if (command === undefined) return;
  const { known, textOf } = place;
  const written = (file: string) => known.files.get(file) ?? textOf(inFolder(known.folder, file));
  const files = [...filesWrittenBy(command), ...filesPatchedBy(command, written)].flatMap((file) =>
    throughLinks(inFolder(known.folder, file), known),
  );
  const input = inputOf(command);
  yield { words: command.words, fedBy: feeding(command), input, files, guessed, background };
  noteCommand(command, place.known);
  const { folder } = place.known;
  yield* inside(command, { ...place, depth: place.depth + 1 });
  if (!runsHere(command, place.known)) place.known.folder = folder;
}

/** What a command runs in its turn. */
function* inside(command: Command, place: Place): Generator<Run> {
  const { known, depth } = place;
  const inner = innerOf(command);
  const { commands, scripts, parameters } = inner ?? { commands: [], scripts: [], parameters: [] };
  const meaning = meaningOf(command, place);
  if (depth > deepestWrapping) {
    if (commands.length + scripts.length > 0 || meaning !== undefined) noteUnread(known, "nested too deep");
    return;
  }
  if (parameters.length > 0) noteParameters(known, parameters[0] ?? "", parameters.slice(1));
  for (const text of scripts) yield* inScript(text, place);
  for (const each of commands) yield* inCommand(each, place);
  if (meaning !== undefined) yield* inMeaning(command, meaning, place);
  else if (inner === undefined) yield* inGuesses(command, place);
}

/**
 * What a program that no table knows may run. Its words are guessed from once: later places are among those
 * of the first guess.
 */
function* inGuesses(command: Command, place: Place): Generator<Run> {
  const { known, guesses, sameWords } = place;
  if (sameWords) return;
  const { places, scripts } = guesses(command.words);
  const guessing = { ...place, guessed: true, sameWords: true };
  for (const text of scripts) yield* inScript(text, guessing);
  for (const at of places) {
    known.guessesLeft -= 1;
    if (known.guessesLeft < 0) return noteUnread(known, "too long");
    yield* inCommand(wordsFrom(command, at), guessing);
  }
}

/** Programs of the shell itself that run others in it. */
const shellsOwn = new Set("eval source . command builtin time".split(" "));

/**
 * Whether what a command runs stays in the shell of the command, so that a `cd` holds behind it. The body of
 * a function was read where it stands, and its `cd` holds from there on.
 */
function runsHere({ words: [program = ""] }: Command, { aliases }: Known): boolean {
  return shellsOwn.has(program) || aliases.has(program);
}

/** Pipes and substitutions are not followed further than this. */
const mostFeeding = 50;

function feeding({ before, inside }: Command): readonly Command[] {
  if (before === undefined && inside.length === 0) return [];
  const found = inside.slice(0, mostFeeding);
  for (let each = before; each !== undefined && found.length < mostFeeding; each = each.before)
    found.push(each, ...each.inside.slice(0, mostFeeding));
  return found;
}

/** Keeps what a command makes that later ones use: an alias, a file, the folder. */
function noteCommand(command: Command, known: Known): void {
  const { words, output } = command;
  const name = programName(words[0] ?? "");
  if (name === "cd") known.folder = folderBehind(known.folder, words[1]);
  else if (name === "alias") for (const word of words.slice(1)) noteAlias(known, word);
  else if (name === "git") noteGitAlias(known, words);
  else if (name === "ln") noteLinks(known, words);
  if (output.length > 0 || name === "tee") noteFiles(command, name === "tee", known);
}

function noteGitAlias({ gitAliases }: Known, words: readonly string[]): void {
  const made = aliasMadeBy(words);
  if (made !== undefined) noteValue(gitAliases, made[0], made[1], made[1].length);
}

function noteLinks({ folder, links }: Known, words: readonly string[]): void {
  for (const [link, to] of linksMadeBy(words))
    noteValue(links, plainPath(inFolder(folder, link)), inFolder(folder, to), link.length + to.length);
}

function noteFiles(command: Command, isTee: boolean, { files }: Known): void {
  const operands = isTee ? command.words.slice(1).filter((word) => !isOption(word)) : [];
  const text = printedBy(command);
  if (text !== undefined)
    for (const file of [...command.output, ...operands]) noteValue(files, file, text, text.length);
}

/** A folder that is not plain, or not below the first one, is taken for the first one. */
function folderBehind(folder: string, path: string | undefined): string {
  return path === undefined || /^[-~/$]/.test(path) ? "" : inFolder(folder, path);
}

function noteAlias({ aliases }: Known, word: string): void {
  const at = word.indexOf("=");
  if (at > 0) noteValue(aliases, word.slice(0, at), word.slice(at + 1), word.length);
}

/** The earlier definition that a command refers to. */
interface Meaning {
  readonly text: string;
  /** Equal for commands that mean the same. */
  readonly key: string;
  /** The body of a function, which gets the words of the command. */
  readonly isBody: boolean;
}

function* inMeaning({ words }: Command, { text, key, isBody }: Meaning, place: Place): Generator<Run> {
  const { known, following } = place;
  if (known.callsLeft <= 0) return noteUnread(known, "too long");
  known.callsLeft -= 1;
  if (isBody) noteParameters(known, words[0] ?? "", words.slice(1));
  yield* inScript(text, { ...place, following: new Set([...following, key]) });
}

/** What a function, an alias, a git alias or a written file stands for. */
function meaningOf({ words }: Command, { known, following }: Place): Meaning | undefined {
  const program = words[0] ?? "";
  const body = known.functions.get(program);
  const found =
    body === undefined ? scriptMeant(program, words, known) : { text: body, key: words.join(" ") };
  return found === undefined || following.has(found.key)
    ? undefined
    : { ...found, isBody: body !== undefined };
}

/** A name is not looked up again in what it stands for, but a function and a file may run themselves. */
function scriptMeant(
  program: string,
  words: readonly string[],
  known: Known,
): Omit<Meaning, "isBody"> | undefined {
  const alias = known.aliases.get(program);
  if (alias !== undefined)
    return { text: [alias, ...words.slice(1).map(quoted)].join(" "), key: `alias ${program}` };
  const name = programName(program);
  if (name === "git") return aliasedByGit(words, known.gitAliases);
  if (known.files.size === 0) return undefined;
  const sources = isShell(name) || name === "source" || name === ".";
  const file = sources ? (words.find((word, at) => at > 0 && !isOption(word)) ?? "") : program;
  const text = known.files.get(file) ?? known.files.get(file.replace(/^\.\//, ""));
  return text === undefined ? undefined : { text, key: words.join(" ") };
}

/** A path from where the command line begins. */
function inFolder(folder: string, path: string): string {
  return folder === "" || /^[/~$]/.test(path) ? path : `${folder}/${path}`;
}
