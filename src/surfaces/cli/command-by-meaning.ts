import { nearest } from "../../base/text/nearest.js";
import type { CommandLeaf, CommandTree } from "./command.js";

/** What the program answers itself, without a command. */
const ofProgram = {
  words: [],
  optionWords: { help: ["?", "commands", "man", "usage"], "help --all": ["all"], "--version": ["version"] },
};

/**
 * The command that a word stands for, such as `lessons forget` for `delete`; below a group only one of that
 * group.
 */
export function commandByMeaning(tree: CommandTree, word: string, below = ""): string | undefined {
  const wanted = word.toLowerCase();
  return wordsBelow(tree, below).find(([, words]) => words.includes(wanted))?.[0];
}

/** The command whose word or other name this is a typo of. */
export function commandByTypo(tree: CommandTree, word: string, below = ""): string | undefined {
  const all = wordsBelow(tree, below);
  const meant = nearest(
    word,
    all.flatMap(([, words]) => words),
  );
  return meant === undefined ? undefined : all.find(([, words]) => words.includes(meant))?.[0];
}

function wordsBelow(tree: CommandTree, below: string): readonly WordsOfCommand[] {
  if (below === "") return [...allWords(tree), ...aliasesOf(tree)];
  return wordsOf(tree).filter(([command]) => command.startsWith(below));
}

function aliasesOf(tree: CommandTree): readonly WordsOfCommand[] {
  return Object.entries(tree).map(([name, node]) => [name, "load" in node ? (node.aliases ?? []) : []]);
}

/** Words that people try, by the command that does what they mean. */
export function allWords(tree: CommandTree): readonly WordsOfCommand[] {
  return [...wordsOf(tree), ...spelled("", ofProgram)];
}

function wordsOf(tree: CommandTree, path = ""): readonly WordsOfCommand[] {
  return Object.entries(tree).flatMap(([name, node]) =>
    "commands" in node ? wordsOf(node.commands, `${path}${name} `) : spelled(`${path}${name}`, node),
  );
}

type WordsOfCommand = readonly [command: string, words: readonly string[]];

function spelled(
  command: string,
  { words = [], optionWords = {} }: Pick<CommandLeaf, "words" | "optionWords">,
): readonly WordsOfCommand[] {
  const withOptions = Object.entries(optionWords);
  return [
    [command, words],
    ...withOptions.map(([option, own]) => [`${command} ${option}`.trim(), own] as const),
  ];
}

/** The command at the top of a tree that a word is another name of. */
export function commandOfAlias(tree: CommandTree, word: string): string | undefined {
  const named = Object.entries(tree).find(([, node]) => "load" in node && node.aliases?.includes(word));
  return named?.[0];
}
