import { withoutAssignments } from "../../../../reading/shell/programs.js";
import { matchesStars } from "../../../../reading/shell/stars.js";
import { baseName, isOption, lengthOfOption, splitOption } from "../../../../reading/shell/words.js";
import { isShell } from "../../../../reading/shell/wrappers.js";
import { type Form, type FormCommand, isTelling } from "./forms.js";
import { projectPath } from "./matches-file.js";
import { canonicalProgram, normalCommand } from "./normal-command.js";
import { globalOptions, longBehindOneDash, withoutSubCommands } from "./program-tables.js";
import type { ReadRun } from "./read-call.js";

/** Whether a word of a command is a word of an action. */
type Same = (form: string, word: string) => boolean;

/**
 * Words of a command among which its sub-command is looked for: more options than people write before one.
 */
const wordsLookedAt = 64;

/** Whether the commands that run are those of a form: each of them, or the last fed by the others. */
export function matchesForm(runs: readonly ReadRun[], form: Form): boolean {
  if (form.piped) return runs.some((run) => matchesPipe(run, form));
  return form.commands.every((command) =>
    runs.some((run) => (!run.guessed || isTelling(command)) && matchesRun(run, command, form.wild)),
  );
}

function matchesPipe(run: ReadRun, { commands, wild }: Form): boolean {
  const last = commands.at(-1);
  if (last === undefined || run.guessed || run.fedBy.length === 0 || !matchesRun(run, last, wild))
    return false;
  if (last.words.length === 1 && isInterpreter(last.words[0] ?? "") && !runsItsInput(run.words)) return false;
  return commands
    .slice(0, -1)
    .every((command) =>
      run.fedBy
        .flatMap((each) => [each.words, withoutAssignments(each)?.words ?? []])
        .some((words) => matchesRun({ words, normal: normalCommand(words) }, command, wild)),
    );
}

const interpreters = new Set(["eval", "source", ".", "python", "node", "perl", "ruby", "iex"]);

function isInterpreter(name: string): boolean {
  return isShell(name) || interpreters.has(name);
}

/** Whether an interpreter runs what it reads, or what stands in for `$()`, and not a file of its own. */
function runsItsInput([, ...rest]: readonly string[]): boolean {
  if (rest.some((word) => word.includes("$()")) || rest.includes("-s")) return true;
  const hasText = rest.some((word) => /^-[a-z]{0,8}[cmep]$/.test(word));
  const file = rest.find((word) => !isOption(word) && word !== "-");
  return !hasText && (file === undefined || file === "/dev/stdin");
}

function matchesRun(
  { words, normal }: Pick<ReadRun, "words" | "normal">,
  form: FormCommand,
  wild: boolean,
): boolean {
  if (form.normal === undefined) return matchesCommand(words, form.words, wild);
  if (normal?.names !== form.normal.names) return false;
  const others = form.normal.rest.filter((word) => !wild || word !== "*");
  return standIn(normal.rest, normal.names.command[0] ?? "", others, sameWord(wild));
}

/** `./a` is `a`. */
function sameWord(wild: boolean): Same {
  const isSame: Same = wild ? matchesStars : (form, word) => form === word;
  return (form, word) =>
    isSame(form, word) || (/^\.\/+[^/]/.test(word) && isSame(form, word.replace(/^(?:\.\/+)+/, "")));
}

/**
 * Whether a command is the forbidden one. The program and its sub-commands stand at the beginning,
 * in order, with nothing but options between; the other words, options and operands, stand anywhere after.
 * `wild`: `*` in a word of the action stands for any characters, alone for any words.
 */
function matchesCommand(command: readonly string[], action: readonly string[], wild: boolean): boolean {
  const isSame = sameWord(wild);
  const [program = "", ...rest] = action;
  const name = canonicalProgram(command[0] ?? "");
  if (!matchesProgram(program, command[0] ?? "", isSame)) return false;
  const subCommands = withoutSubCommands.has(name) ? 0 : rest.findIndex((word) => !isSubCommand(word, wild));
  const count = Math.min(subCommands === -1 ? rest.length : subCommands, wordsLookedAt - 1);
  const start = behindSubCommands(command, name, rest.slice(0, count), isSame);
  if (start === undefined) return false;
  const others = rest.slice(count).filter((word) => !wild || word !== "*");
  return others.length === 0 || standIn(command.slice(start), name, others, isSame);
}

function isSubCommand(word: string, wild: boolean): boolean {
  return wild ? /^[A-Za-z@][\w@:+*-]*$/.test(word) : /^[A-Za-z@][\w@:+-]*$/.test(word);
}

/** The first position after the sub-commands; undefined when they do not stand at the beginning. */
function behindSubCommands(
  command: readonly string[],
  name: string,
  subCommands: readonly string[],
  isSame: Same,
): number | undefined {
  let places: readonly number[] = [1];
  for (const [index, subCommand] of subCommands.entries()) {
    const valued = index === 0 ? globalOptions.get(name) : undefined;
    const next = places
      .flatMap((from) => wordPlaces(command, from, valued))
      .filter((at) => isSame(subCommand, command[at] ?? ""));
    places = [...new Set(next)].map((at) => at + 1);
  }
  return places.length === 0 ? undefined : Math.min(...places);
}

/**
 * Where the next word may stand that is neither an option nor the value of one; several places when that is
 * unknown.
 */
function wordPlaces(
  command: readonly string[],
  from: number,
  valued: ReadonlySet<string> | undefined,
): readonly number[] {
  const places: number[] = [];
  const end = Math.min(command.length, wordsLookedAt);
  let at = from;
  while (at < end && isOption(command[at] ?? "")) {
    const length = valued === undefined ? 1 : lengthOfOption(command[at] ?? "", valued);
    const open =
      valued === undefined && !(command[at] ?? "").includes("=") && !isOption(command[at + 1] ?? "-");
    at += length;
    if (open && at < end) {
      places.push(at);
      at += 1;
    }
  }
  return at < end ? [...places, at] : places;
}

/** Options anywhere, operands in their order; the value of `--name=value` counts as an operand too. */
function standIn(words: readonly string[], name: string, others: readonly string[], isSame: Same): boolean {
  let at = 0;
  for (const other of others) {
    if (isOption(other)) {
      if (!matchesOption(other, name, words, isSame)) return false;
      continue;
    }
    while (at < words.length && !isOperand(other, words[at] ?? "", isSame)) at += 1;
    if (at === words.length) return false;
    at += 1;
  }
  return true;
}

function isOperand(form: string, word: string, isSame: Same): boolean {
  const value = splitOption(word)[1];
  return isSame(form, word) || (value !== undefined && isSame(form, value));
}

/**
 * Whether an option is among the words of a command. `--force` is also `--force=…`, unless that turns it
 * off; `--to=x` is also `--to x`; `-rf` is also `-fr`, `-r -f` and `-rfv`. `-f` is not `--force`:
 * which letter means what is up to the program, so an action names both.
 */
function matchesOption(option: string, program: string, words: readonly string[], isSame: Same): boolean {
  const [name = "", value] = splitOption(option);
  const found = words.some((word, at) => {
    if (isSame(option, word)) return true;
    if (value !== undefined) return word === name && words[at + 1] === value;
    return (
      word.startsWith(`${option}=`) &&
      !/^(?:false|no|off|0)$/i.test(word.slice(option.length + 1, option.length + 7))
    );
  });
  return (
    found || (/^-[A-Za-z]{1,8}$/.test(option) && !longBehindOneDash.has(program) && hasLetters(option, words))
  );
}

function hasLetters(option: string, words: readonly string[]): boolean {
  const missing = new Set(option.slice(1));
  for (const word of words)
    if (/^-[A-Za-z]{1,8}$/.test(word)) for (const letter of word.slice(1)) missing.delete(letter);
  return missing.size === 0;
}

/**
 * Whether a command runs the program of an action. A name matches in any folder. A path matches the path,
 * relative or absolute, and by its name alone: the command may have changed the folder.
 */
function matchesProgram(form: string, program: string, isSame: Same): boolean {
  if (isSame(form, program)) return true;
  if (program === "" || form === "") return false;
  if (!form.includes("/"))
    return isSame(form, baseName(program)) || canonicalProgram(form) === canonicalProgram(program);
  const wanted = projectPath(form).way;
  const { from, way } = projectPath(program);
  if (isSame(wanted, way) || isSame(baseName(wanted), way)) return true;
  return (from !== "" || way.startsWith("~/")) && endsWithPath(way, wanted, isSame);
}

function endsWithPath(way: string, wanted: string, isSame: Same): boolean {
  const parts = way.split("/");
  return isSame(wanted, parts.slice(-wanted.split("/").length).join("/"));
}
