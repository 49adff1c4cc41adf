import { isOption } from "../../../../reading/shell/words.js";
import { equivalents, pipes } from "./equivalents.js";
import { canonicalProgram, type NormalCommand, normalCommand, withSubCommand } from "./normal-command.js";
import { otherPrograms } from "./same-names.js";

/** One way to do what is forbidden. */
export interface Form {
  /** As people write it. */
  readonly text: string;
  /** Its commands; all of them must run. */
  readonly commands: readonly FormCommand[];
  /** The last command gets what the others print. */
  readonly piped: boolean;
  /** `*` in a word stands for any characters. */
  readonly wild: boolean;
}

export interface FormCommand {
  readonly words: readonly string[];
  readonly normal: NormalCommand | undefined;
}

/** Whether a command has more than its program's name, which among the words of others may be any name. */
export function isTelling({ words }: FormCommand): boolean {
  return words.filter((word) => word !== "*").length > 1;
}

function formCommand(written: readonly string[]): FormCommand {
  const words = withSubCommand(written);
  return { words, normal: normalCommand(words) };
}

/** The forms of an action: as it is written first, then what the table has for it, without the exceptions. */
export function formsOf(
  commands: readonly (readonly string[])[],
  { piped, wild, unless }: Pick<Form, "piped" | "wild"> & { readonly unless: readonly string[] },
): readonly Form[] {
  const own = { text: pipelineText(commands), commands: commands.map(formCommand), piped, wild };
  const [only = []] = commands;
  const others = commands.length === 1 ? equivalentsOf(only) : piped ? pipesOf(commands) : [];
  const left = new Set(unless.map((text) => commandKey(exceptionWords(text, only))));
  return [own, ...others.filter((form) => !left.has(commandKey(form.commands[0]?.words ?? [])))];
}

function pipelineText(commands: readonly (readonly string[])[]): string {
  return commands.map((words) => words.join(" ")).join(" | ");
}

/** `--mirror` is an option of the forbidden command; a command is itself. */
function exceptionWords(text: string, only: readonly string[]): readonly string[] {
  const words = text.split(/\s+/);
  if (!/^[-+:]/.test(text)) return words;
  return [...(normalCommand(only)?.names.command ?? only.slice(0, 1)), ...words];
}

/** Two spellings of one command have the same key. */
function commandKey(words: readonly string[]): string {
  const normal = normalCommand(words);
  if (normal === undefined) return words.join(" ");
  const rest = normal.rest.map((word) => word.replace(/^\+.+$/, "+*")).toSorted();
  return [...normal.names.command, ...rest].join(" ");
}

/** The rows of the table, read once. */
const rows = equivalents.map(({ forbids, also }) => ({
  wanted: forbids.map((text) => formCommand(text.split(" "))),
  also,
}));

function equivalentsOf(words: readonly string[]): readonly Form[] {
  const action = formCommand(words);
  const found = rows.flatMap(({ wanted, also }) => {
    const rest = wanted.map((row) => wordsLeft(action, row)).find((left) => left !== undefined);
    return rest === undefined ? [] : also.map((text) => equivalentForm(text, rest));
  });
  if (found.length === 0) return [];
  const byKey = new Map(found.map((form) => [commandKey(form.commands[0]?.words ?? []), form] as const));
  byKey.delete(commandKey(words));
  return [...byKey.values()];
}

/** The words of an action that a row does not have; undefined if the action lacks one of the row's. */
function wordsLeft(action: FormCommand, row: FormCommand): readonly string[] | undefined {
  if (row.normal?.names !== action.normal?.names) return undefined;
  if (row.normal !== undefined && action.normal !== undefined)
    return without(action.normal.rest, row.normal.rest);
  const [program = "", ...rest] = action.words;
  const [name = "", ...others] = row.words;
  return canonicalProgram(program) === canonicalProgram(name) ? without(rest, others) : undefined;
}

function without(words: readonly string[], taken: readonly string[]): readonly string[] | undefined {
  const left = [...words];
  for (const word of taken) {
    const at = left.indexOf(word);
    if (at === -1) return undefined;
    left.splice(at, 1);
  }
  return left;
}

function equivalentForm(text: string, rest: readonly string[]): Form {
  const form = text.split(/(?<!\\) /).map((word) => word.replaceAll("\\ ", " "));
  const words = withRest(form, rest);
  return { text: words.join(" "), commands: [formCommand(words)], piped: false, wild: text.includes("*") };
}

/** `git push +*` of an action with a branch is `git push +branch`. */
function withRest(form: readonly string[], rest: readonly string[]): readonly string[] {
  const last = rest.at(-1);
  if (form.at(-1) !== "+*" || last === undefined || isOption(last) || rest.length < 2)
    return [...form, ...rest];
  return [...form.slice(0, -1), ...rest.slice(0, -1), `+${last.replace(/^\+/, "")}`];
}

function pipesOf(commands: readonly (readonly string[])[]): readonly Form[] {
  const [first = [], last = [], ...more] = commands;
  if (more.length > 0 || first.length !== 1 || last.length !== 1) return [];
  const row = pipes.find(({ from, to }) => from.includes(first[0] ?? "") && to.includes(last[0] ?? ""));
  const all = row?.from.flatMap((from) => row.to.map((to) => [[from], [to]] as const)) ?? [];
  return all
    .map((pair) => ({ text: pipelineText(pair), commands: pair.map(formCommand), piped: true, wild: false }))
    .filter(({ text }) => text !== pipelineText(commands));
}

/** Spellings that other names of options and programs give a form, for people to read. */
export function otherSpellings({ commands }: Form): readonly string[] {
  const [only] = commands;
  if (only === undefined || commands.length > 1) return [];
  const { words, normal } = only;
  const program = canonicalProgram(words[0] ?? "");
  const byProgram = otherPrograms(program).map((name) => [name, ...words.slice(1)].join(" "));
  const byOption = [...(normal?.names.options ?? [])].flatMap(([name, first]) => {
    const at = words.findIndex((word) => word !== name && normal?.names.options.get(word) === first);
    return at === -1 ? [] : [words.with(at, name).join(" ")];
  });
  return [...byOption, ...byProgram];
}
