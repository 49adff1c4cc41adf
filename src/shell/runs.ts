import { quoted } from "./code.js";
import { aliasedByGit, aliasMadeBy } from "./git-alias.js";
import { type Known, noteParameters, noteValue, nothingKnown } from "./known.js";
import { printedBy } from "./printed.js";
import {
  type Budget,
  deepestWrapping,
  fullBudget,
  innerOf,
  readWithin,
  withoutAssignments,
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
  /** The files that it writes, changes or removes, relative to where the command line begins. */
  readonly files: readonly string[];
}

/** Settings of variables before a program that may be part of what is meant. */
const mostSettings = 4;

/** A longer line cannot be an argument of a shell, and a file that it holds is written in another way. */
const mostLineChars = 1_048_576;

/** What a command line runs. */
export interface Runs {
  readonly runs: readonly Run[];
  /** Whether it was read to its end. */
  readonly whole: boolean;
}

/**
 * Every command that a command line runs. One that runs another comes as a whole, then the other alone: both
 * `sudo` and what it runs may be meant. `gitAliases` are those that git would find in its settings.
 */
export function runsIn(text: string, gitAliases?: ReadonlyMap<string, string>): Runs {
  const known = nothingKnown(gitAliases);
  const line = text.slice(0, mostLineChars);
  const runs = [...inScript(line, { depth: 0, budget: fullBudget(), known })];
  return { runs, whole: line.length === text.length && known.commandsLeft > 0 };
}

/** Where in a command line, and what is known there. */
interface Place {
  readonly depth: number;
  readonly budget: Budget;
  readonly known: Known;
}

/** A `cd` holds in its shell and in those that it starts from then on. */
function* inScript(text: string, place: Place): Generator<Run> {
  const { known } = place;
  const folders = new Map<Shell | undefined, string>([[undefined, known.folder]]);
  const folderOf = (shell: Shell | undefined): string => folders.get(shell) ?? folderOf(shell?.parent);
  for (const command of readWithin(text, place.budget, known).commands) {
    known.folder = folderOf(command.shell);
    yield* inCommand(command, place);
    folders.set(command.shell, known.folder);
  }
  known.folder = folderOf(undefined);
}

function* inCommand(whole: Command, place: Place): Generator<Run> {
  const command = withoutAssignments(whole);
  const start = whole.words.length - (command?.words.length ?? 0);
  for (let at = 0; at < Math.min(start, mostSettings); at += 1)
    yield { words: whole.words.slice(at), fedBy: feeding(whole), files: [] };
  if (command === undefined) return;
  const files = filesWrittenBy(command).map((file) => inFolder(place.known.folder, file));
  yield { words: command.words, fedBy: feeding(command), files };
  noteCommand(command, place.known);
  if (place.depth >= deepestWrapping) return;
  const inside = { ...place, depth: place.depth + 1 };
  const { commands, scripts, parameters } = innerOf(command);
  if (parameters.length > 0) noteParameters(place.known, parameters[0] ?? "", parameters.slice(1));
  const { folder } = place.known;
  for (const text of scripts) yield* inScript(text, inside);
  for (const inner of commands) yield* inCommand(inner, inside);
  yield* inMeaning(command, inside);
  if (!runsHere(command, place.known)) place.known.folder = folder;
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
  if (output.length > 0 || name === "tee") noteFiles(command, name === "tee", known);
}

function noteGitAlias({ gitAliases }: Known, words: readonly string[]): void {
  const made = aliasMadeBy(words);
  if (made !== undefined) noteValue(gitAliases, made[0], made[1], made[1].length);
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

/** The earlier definition that a command refers to: a function, an alias, a git alias, a written file. */
function* inMeaning({ words }: Command, place: Place): Generator<Run> {
  const { known } = place;
  const program = words[0] ?? "";
  const body = known.functions.get(program);
  const text = body ?? scriptMeant(program, words, known);
  if (text === undefined || known.callsLeft <= 0) return;
  known.callsLeft -= 1;
  if (body !== undefined) noteParameters(known, program, words.slice(1));
  yield* inScript(text, place);
}

function scriptMeant(program: string, words: readonly string[], known: Known): string | undefined {
  const alias = known.aliases.get(program);
  if (alias !== undefined) return [alias, ...words.slice(1).map(quoted)].join(" ");
  const name = programName(program);
  if (name === "git") return aliasedByGit(words, known.gitAliases);
  if (known.files.size === 0) return undefined;
  const sources = isShell(name) || name === "source" || name === ".";
  const file = sources ? (words.find((word, at) => at > 0 && !isOption(word)) ?? "") : program;
  return known.files.get(file) ?? known.files.get(file.replace(/^\.\//, ""));
}

/** A path from where the command line begins. */
function inFolder(folder: string, path: string): string {
  return folder === "" || /^[/~$]/.test(path) ? path : `${folder}/${path}`;
}
