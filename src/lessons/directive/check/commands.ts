import { nothingKnown } from "../../../reading/shell/known.js";
import { plainPath } from "../../../reading/shell/links.js";
import { readScript } from "../../../reading/shell/read.js";
import { isOption, wordSet } from "../../../reading/shell/words.js";
import { programName } from "../../../reading/shell/wrappers.js";
import { equivalents } from "../rules/forbidden/equivalents.js";
import { type Form, formsOf, isTelling } from "../rules/forbidden/forms.js";
import { matchesForm } from "../rules/forbidden/matches-command.js";
import { canonicalProgram } from "../rules/forbidden/normal-command.js";
import type { ReadCall, ReadRun } from "../rules/forbidden/read-call.js";
import { readForbiddenAction } from "../rules/forbidden-action.js";
import type { NeverRun } from "./check.js";
import { isOfSort, sortNamed } from "./sorts.js";

/** A command that ran, and where. */
export interface PlacedRun {
  readonly run: ReadRun;
  /** An absolute path, or one from the folder of the call. */
  readonly folder: string;
}

/** The commands of a call with their folders: a `cd` holds for those behind it. */
export function placedRuns({ runs }: Pick<ReadCall, "runs">, folder: string): readonly PlacedRun[] {
  let here = folder;
  return runs.flatMap((run) => {
    const [program = "", place] = run.words;
    if (program === "cd") here = folderBehind(here, place);
    else if (!run.guessed) return [{ run, folder: folderOf(run.words, here) }];
    return [];
  });
}

/** Where a path leads from a folder. A place that is only known at run time is taken for the folder itself. */
function folderBehind(folder: string, path: string | undefined): string {
  if (path === undefined || /^[-~$]/.test(path)) return folder;
  return path.startsWith("/") ? path : `${folder}/${path}`;
}

/** `git -C docs commit` works in another folder. */
function folderOf(words: readonly string[], folder: string): string {
  const at = programName(words[0] ?? "") === "git" ? words.indexOf("-C") : -1;
  return at === -1 ? folder : folderBehind(folder, words[at + 1]);
}

export type MatchesRun = (run: ReadRun) => boolean;

/** With these a program says what it is, or what it would do. */
const tellingOptions = wordSet("--help --version --dry-run");

export function onlyTells({ words, normal }: Pick<ReadRun, "words" | "normal">, rule = ""): boolean {
  const said = [...words, ...(normal?.rest ?? [])];
  // `git add -n` is `git add --dry-run`.
  const telling = [...tellingOptions].flatMap((option) => [
    option,
    normal?.names.options.get(option) ?? option,
  ]);
  return said.some((word) => telling.includes(word) && !rule.includes(word)) || picksParts(words, rule);
}

/** `git add --patch` asks for each part. */
function picksParts(words: readonly string[], rule: string): boolean {
  if (programName(words[0] ?? "") !== "git" || !words.includes("add")) return false;
  return words.some(
    (word) => /^(?:-p|--patch|-i|--interactive|-e|--edit)$/.test(word) && !rule.includes(word),
  );
}

/** Commands that a rule forbids: as they are written and what does the same, `*` for any program. */
export function forbiddenRun(rule: string): MatchesRun {
  const sort = sortNamed(rule);
  if (sort !== undefined) return (run) => isOfSort(run.words, sort, false) && !onlyTells(run, rule);
  const forms = formsIn(rule);
  const programs = programsOf(forms);
  const commits = commitOf(rule);
  const option = /^\* (-\S+)$/.exec(rule)?.[1];
  const isForm: MatchesRun = (run) =>
    programs?.has(run.program) !== false && forms.some((form) => matchesForm([run], form));
  const isIt: MatchesRun = (run) => (isForm(run) || commits(run)) && !onlyTells(run, rule);
  if (option === undefined) return isIt;
  const meant = actionsWith(option);
  return (run) => meant.some((isMeant) => isMeant(run)) || (!isPrinter(run) && isIt(withoutOperands(run)));
}

/** What must not be staged must not be committed by its name either: `git commit .env`. */
function commitOf(rule: string): MatchesRun {
  const path = /^git (?:add|stage) ([^\s-]\S*)$/.exec(rule)?.[1];
  if (path === undefined) return () => false;
  const isIt = (word: string) => !isOption(word) && plainPath(word) === plainPath(path);
  return ({ normal }) => normal?.names.command.join(" ") === "git commit" && normal.rest.some(isIt);
}

function formsIn(rule: string): readonly Form[] {
  return readForbiddenAction(rule)?.forms ?? ownForm(rule);
}

/** The programs that commands of these forms begin with; undefined where that may be any. */
function programsOf(forms: readonly Form[]): ReadonlySet<string> | undefined {
  const names = forms.flatMap(({ commands, wild }) =>
    commands.map(({ words: [name = ""] }) =>
      wild && name.includes("*") ? undefined : canonicalProgram(name),
    ),
  );
  const known = names.filter((name) => name !== undefined);
  return known.length === names.length ? new Set(known) : undefined;
}

/**
 * The commands by which a rule is kept: what stands instead, the same command in another form, else others of its
 * program; what forbids a program altogether, or something of all of them, is kept by every command.
 */
export function keepingRun({ never: { run: rule, branch }, instead }: NeverRun): MatchesRun {
  if (instead !== undefined) return forbiddenRun(instead);
  if (branch !== undefined) return () => false;
  const [own] = formsIn(rule);
  const programs = own === undefined ? undefined : programsOf([own]);
  if (own === undefined || programs === undefined || !own.commands.some(isTelling)) return () => true;
  const names = own.commands.flatMap(({ normal }) => (normal?.rest.length ? [normal.names] : []));
  return names.length === 0
    ? ({ program }) => programs.has(program)
    : ({ normal }) => normal !== undefined && names.includes(normal.names);
}

/** What people forbid with an option, in its short form too and as what does the same. */
function actionsWith(option: string): readonly MatchesRun[] {
  return equivalents
    .flatMap(({ forbids }) => forbids)
    .filter((each) => each.endsWith(` ${option}`))
    .map(forbiddenRun);
}

/** Behind `--` stand no options. */
function withoutOperands(run: ReadRun): ReadRun {
  const end = run.words.indexOf("--");
  return end === -1 ? run : { ...run, words: run.words.slice(0, end) };
}

function isPrinter({ words }: ReadRun): boolean {
  return /^(?:echo|printf)$/.test(programName(words[0] ?? ""));
}

function ownForm(rule: string): readonly Form[] {
  const { commands } = readScript(rule, nothingKnown());
  const words = commands.map((command) => command.words);
  return words.length === 0 ? [] : formsOf(words, { piped: false, wild: true, unless: [] }).slice(0, 1);
}

/**
 * A command that a rule requires. It also ran with other options, through another package manager, or by a
 * script whose name says more: `npm run lint:fix` for `npm run lint`.
 */
export function requiredRun(rule: string): MatchesRun {
  const sort = sortNamed(rule);
  if (sort !== undefined)
    return (run) => isOfSort(run.words, sort, true) && endsWithCall(run) && !onlyTells(run, rule);
  const wanted = readScript(rule, nothingKnown()).commands.map(({ words }) => namingWords(words));
  return (run) =>
    endsWithCall(run) &&
    !onlyTells(run, rule) &&
    wanted.some((words) => words.length > 0 && beginsWith(namingWords(run.words), words));
}

/** That a call is over says nothing of what it left running. */
function endsWithCall({ background, guessed }: ReadRun): boolean {
  return !background && !guessed;
}

/** The words that say what is run: no options, no placeholders; a script of a package manager by its name. */
function namingWords(given: readonly string[]): readonly string[] {
  const words = given.filter((word) => !isOption(word) && !/^[<{[]|^\$/.test(word));
  const [program = "", second = "", ...rest] = words;
  const name = programName(program);
  if (!packageManagers.has(name)) return [name, ...words.slice(1)];
  if (second === "run" || second === "run-script") return ["run", ...rest];
  if (second === "t" || second === "tst") return ["run", "test", ...rest];
  return scriptsByName.has(second) || name !== "npm" ? ["run", second, ...rest] : [name, second, ...rest];
}

export const packageManagers: ReadonlySet<string> = wordSet("npm pnpm yarn bun");
const scriptsByName = wordSet("test start stop restart");

function beginsWith(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((word, at) => {
    const found = words[at] ?? "";
    return found === word || (at > 0 && at === wanted.length - 1 && found.startsWith(`${word}:`));
  });
}

/** Commands for the work on a project: others ask a registry, as `npm view` does. */
const projectCommands = wordSet(`
  install i ci add remove rm uninstall un update up upgrade run run-script exec x dlx test t start create init
  publish link ln unlink rebuild prune dedupe
`);

/** Whether a package manager is used for the project: not globally, and not to look something up. */
export function isProjectWork({ words }: Pick<ReadRun, "words">): boolean {
  const [, ...rest] = words;
  if (rest.some((word) => word === "-g" || word === "--global")) return false;
  const command = rest.find((word) => !isOption(word));
  if (command !== undefined) return projectCommands.has(command);
  return /^yarn(?:pkg)?$/.test(programName(words[0] ?? ""));
}
