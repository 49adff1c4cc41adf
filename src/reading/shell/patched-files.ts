import { placeOfGitSubCommand } from "./git-alias.js";
import { inputOf } from "./printed.js";
import type { Command } from "./reading.js";
import { isOption, lengthOfOption, splitOption, wordSet } from "./words.js";
import { programName } from "./wrappers.js";

const onlyTells = wordSet("--check --stat --numstat --summary --dry-run --cached");
const valued = wordSet(
  "-p -i -d -D -F -C -B -z -Y --input --directory --include --exclude --strip --whitespace",
);
const folderOptions = wordSet("-d --directory");
const inputOptions = wordSet("-i --input");

/** The text of a file, as far as it can be known: of one that the line writes, or of one that is there. */
export type TextOf = (file: string) => string | undefined;

/** The files that `git apply`, `git am` and `patch` change: the patch names them. */
export function filesPatchedBy(command: Command, textOf: TextOf): readonly string[] {
  const { words } = command;
  const start = placeBehindName(words);
  if (start === undefined || words.some((word) => onlyTells.has(word))) return [];
  const { folder, patches } = partsOf(words, start);
  const named = [...patches, ...command.source].map(textOf);
  const texts = [...named, named.length === 0 ? inputOf(command) : undefined];
  const files = texts.flatMap((text) => (text === undefined ? [] : filesIn(text)));
  return [...new Set(files)].map((file) => (folder === undefined ? file : `${folder}/${file}`));
}

function placeBehindName(words: readonly string[]): number | undefined {
  const program = programName(words[0] ?? "");
  if (program === "patch") return 1;
  if (program !== "git") return undefined;
  const at = placeOfGitSubCommand(words);
  return words[at] === "apply" || words[at] === "am" ? at + 1 : undefined;
}

/** The operands of git are patches; of `patch` the second one is, and the first is the file that it changes. */
function partsOf(words: readonly string[], start: number) {
  const isGit = start > 1;
  const operands: string[] = [];
  const patches: string[] = [];
  let folder: string | undefined;
  for (let at = start; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!isOption(word)) operands.push(word);
    else {
      const [option, joined] = splitOption(word);
      const value = joined ?? (lengthOfOption(word, valued) === 2 ? words[++at] : undefined);
      if (folderOptions.has(option)) folder = value;
      else if (inputOptions.has(option) && !isGit && value !== undefined) patches.push(value);
    }
  }
  return { folder, patches: [...patches, ...(isGit ? operands : operands.slice(1))] };
}

/** More files than people patch by hand. */
const mostFiles = 200;

const named = /^(?:\+\+\+|---|rename (?:from|to)|copy to) ([^\t\r\n]{1,1000})/gm;

function filesIn(text: string): readonly string[] {
  const found: string[] = [];
  for (const [, file = ""] of text.matchAll(named)) {
    if (file !== "/dev/null") found.push(file.replace(/^[ab]\//, ""));
    if (found.length === mostFiles) break;
  }
  return found;
}
