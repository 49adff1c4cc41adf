import { quoted } from "./code.js";
import { isOption, lengthOfOption, wordSet } from "./words.js";

/** Options of git before its sub-command that take the next word. */
export const gitOptionsWithValue: ReadonlySet<string> = wordSet(
  "-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source --exec-path",
);

/** Where the sub-command of a git command stands; the length of the command without one. */
export function placeOfGitSubCommand(words: readonly string[]): number {
  let at = 1;
  while (isOption(words[at] ?? "")) at += lengthOfOption(words[at] ?? "", gitOptionsWithValue);
  return Math.min(at, words.length);
}

/**
 * The script that a git alias runs, and which alias in which sense: one may stand for a git with another of the
 * same name. Undefined if the sub-command is not an alias. `-c alias.x=…` in the command comes before what is
 * known already. An alias that begins with `!` is a script of a shell.
 */
export function aliasedByGit(
  words: readonly string[],
  known: ReadonlyMap<string, string>,
): { readonly text: string; readonly key: string } | undefined {
  const at = placeOfGitSubCommand(words);
  const name = words[at];
  if (name === undefined) return undefined;
  const meaning = aliasIn(words.slice(1, at), name) ?? known.get(name);
  if (meaning === undefined) return undefined;
  const rest = words
    .slice(at + 1)
    .map(quoted)
    .join(" ");
  const key = `git alias ${name} ${meaning}`;
  if (meaning.startsWith("!")) return { text: `${meaning.slice(1)} ${rest}`, key };
  // Another alias among its options may be what this one means.
  return { text: `${words.slice(0, at).map(quoted).join(" ")} ${meaning} ${rest}`, key };
}

function aliasIn(options: readonly string[], name: string): string | undefined {
  const start = `alias.${name}=`;
  return options.findLast((word) => word.startsWith(start))?.slice(start.length);
}

/** The alias that `git config alias.x …` makes. */
export function aliasMadeBy(words: readonly string[]): readonly [name: string, meaning: string] | undefined {
  if (words[placeOfGitSubCommand(words)] !== "config") return undefined;
  const at = words.findIndex((word) => /^alias\.\w/.test(word));
  const meaning = words[at + 1];
  return at === -1 || meaning === undefined ? undefined : [words[at]?.slice("alias.".length) ?? "", meaning];
}
