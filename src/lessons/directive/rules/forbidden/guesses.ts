import { quoted } from "../../../../reading/shell/code.js";
import { placeOfGitSubCommand } from "../../../../reading/shell/git-alias.js";
import type { Guesses } from "../../../../reading/shell/runs.js";
import { matchesStars } from "../../../../reading/shell/stars.js";
import { isOption, splitOption, wordSet } from "../../../../reading/shell/words.js";
import { programName, wrapperNamed } from "../../../../reading/shell/wrappers.js";
import { changesFiles } from "../../../../reading/shell/written-files.js";
import { runsNothing } from "../../../failure/rules/reflection/program-kinds.js";
import { type Form, isTelling } from "./forms.js";
import { canonicalProgram } from "./normal-command.js";
import { gitCommands, knownPrograms } from "./program-tables.js";

/** Options by which programs of all kinds take a script. */
const scriptOptions = wordSet("-c --command --exec");

/** Programs that are given commands as texts and run none of them. */
const recording = wordSet("git whetstone");

/**
 * Finds commands among the words of a program that no table of wrappers has. Its words may begin a command
 * where one of them is the program of a form, runs other programs, or changes files. Behind a program whose
 * sub-commands are known, that is so only after `--`: `uv pip install` is not `pip install`.
 */
export function guessesFor(forms: readonly Form[]): (words: readonly string[]) => Guesses {
  const { names, wild } = programsOf(forms);
  const begins = (word: string) =>
    names.has(canonicalProgram(word)) ||
    (word !== "." && wrapperNamed(programName(word)) !== undefined) ||
    changesFiles(word) ||
    wild.some((form) => matchesStars(form, word));
  return (words) => {
    const program = programName(words[0] ?? "");
    if (program === "git") return { places: [], scripts: handedOnByGit(words) };
    if (recording.has(program)) return { places: [], scripts: [] };
    if (runsNothing(program)) return { places: placeBehindOption(words), scripts: [] };
    const start = knownPrograms.has(program) ? behindDashes(words) : 1;
    const places = words.flatMap((word, at) => (at >= start && !isOption(word) && begins(word) ? [at] : []));
    return { places, scripts: words.flatMap((word, at) => scriptBehind(word, words[at + 1])) };
  };
}

function programsOf(forms: readonly Form[]): {
  readonly names: ReadonlySet<string>;
  readonly wild: readonly string[];
} {
  const programs = forms.flatMap(({ commands, wild }) =>
    commands.filter(isTelling).map(({ words: [name = ""] }) => ({ name, wild: wild && name.includes("*") })),
  );
  return {
    names: new Set(programs.filter(({ wild }) => !wild).map(({ name }) => canonicalProgram(name))),
    wild: [...new Set(programs.filter(({ wild }) => wild).map(({ name }) => name))],
  };
}

/** Some programs that search run a command for each thing they find: `fd --exec`. */
const runsForEach = wordSet("-x -X --exec --exec-batch");

function placeBehindOption(words: readonly string[]): readonly number[] {
  const at = words.findIndex((word) => runsForEach.has(word));
  return at === -1 ? [] : [at + 1];
}

function behindDashes(words: readonly string[]): number {
  const at = words.indexOf("--");
  return at === -1 ? words.length : at + 1;
}

/** A single word behind such an option begins a command, and is among the places. */
function scriptBehind(word: string, next: string | undefined): readonly string[] {
  const [option, value = next ?? ""] = splitOption(word);
  return scriptOptions.has(option) && /\s/.test(value) ? [value] : [];
}

/** A sub-command that is not git's own may give git the words behind it: `git for-each-repo push`. */
function handedOnByGit(words: readonly string[]): readonly string[] {
  const at = placeOfGitSubCommand(words);
  if (gitCommands.has(words[at] ?? "push")) return [];
  const place = words.findIndex((word, index) => index > at && gitCommands.has(word));
  return place === -1 ? [] : [`git ${words.slice(place).map(quoted).join(" ")}`];
}
