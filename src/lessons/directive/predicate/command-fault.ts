import { splitOption, wordSet } from "../../../reading/shell/words.js";

/** Long options that make a program run, load or write something else, with a value after `=` or without. */
export const redirectingOptions: ReadonlySet<string> = wordSet(`
  --exec --exec-path --output --output-file --output-directory --config-env --upload-pack --receive-pack
  --ext-diff --textconv --open-files-in-pager --git-dir --work-tree --to-command --use-compress-program
`);

/** Git's options before its verb: another config, the pager, another folder. */
const gitOption =
  /^-[cCpP]|^--(paginate|config-env|exec-path|git-dir|work-tree|namespace|super-prefix|attr-source)/;

/** Programs that run what the project's files or its git config say, which an agent may have written. */
export const runningProjectCode: ReadonlySet<string> = wordSet(`
  git npm npx pnpm pnpx yarn yarnpkg bun bunx deno node tsx make gmake cmake ninja just task rake bundle cargo
  go gradle gradlew mvn mvnw dotnet python ruby perl php composer tox nox poetry uv pytest sh bash dash
  zsh fish ksh env xargs sudo doas nice timeout nohup find awk sed
`);

/**
 * Why a command is never run, though the config names it. The person who wrote the config is trusted; these
 * are the forms in which a harmless-looking command runs, reads or writes what the config does not name.
 */
export function commandFault(words: readonly string[]): string | undefined {
  const [program = "", ...args] = words;
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/.test(program))
    return `${shownWord(program)} is not the plain name of a program`;
  if (/^git(\.exe)?$/i.test(program)) {
    const option = args.find((word) => gitOption.test(word));
    if (option !== undefined) return `git must not get ${shownWord(option)}: it can run any program`;
  }
  const option = args.find((word) => redirectingOptions.has(splitOption(word)[0]));
  if (option !== undefined) return `${shownWord(option)} makes a program run or write something else`;
  const path = args.find(leavesTheProject);
  return path === undefined ? undefined : `${shownWord(path)} leads out of the project's folder`;
}

/** The warning of `doctor` about a command that is allowed. */
export function commandWarning(words: readonly string[]): string | undefined {
  const [program = ""] = words;
  // `python3.12` is python.
  const name = program.toLowerCase().replace(/^python[\d.]+$/, "python");
  if (!runningProjectCode.has(name)) return undefined;
  return `${program} runs code of the project: a change to its files can change what this check does`;
}

/** Also behind an option's letter or `=`, and behind a colon as in `file:/etc`. */
function leavesTheProject(word: string): boolean {
  return word
    .split(/[=:,]/)
    .some((part) => /^(-[A-Za-z])?[/\\~]/.test(part) || /(^|[/\\])\.\.([/\\]|$)/.test(part));
}

function shownWord(word: string): string {
  return JSON.stringify(word.length > 60 ? `${word.slice(0, 59)}…` : word);
}
