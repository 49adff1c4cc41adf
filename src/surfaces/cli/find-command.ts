import { WhetstoneError } from "../../base/errors.js";
import { nearest } from "../../base/text/nearest.js";
import type { CommandGroup, CommandLeaf } from "./command.js";
import { commandByMeaning, commandByTypo, commandOfAlias } from "./command-by-meaning.js";

export interface FoundCommand {
  /** The verbs that led here; none at the top. */
  readonly path: readonly string[];
  readonly node: CommandLeaf | CommandGroup;
}

/** A word of the command line that is not an option. */
export interface Word {
  readonly value: string;
  /** It may be the value of an option that only the command knows: `lessons --kind insight`. */
  readonly followsOption: boolean;
}

export function isGroup<Other extends object>(node: Other | CommandGroup): node is CommandGroup {
  return "commands" in node;
}

/**
 * Follows the words down to a command, or to the group at which they end. Words after a command are its
 * arguments.
 */
export function findCommand(top: CommandGroup, words: readonly Word[]): FoundCommand {
  const path: string[] = [];
  let node: CommandLeaf | CommandGroup = top;
  for (const { value, followsOption } of words) {
    if (!isGroup(node)) break;
    const word = (path.length === 0 ? commandOfAlias(top.commands, value) : undefined) ?? value;
    const { commands, defaultCommand }: CommandGroup = node;
    const next: CommandLeaf | CommandGroup | undefined = Object.hasOwn(commands, word)
      ? commands[word]
      : undefined;
    if (next === undefined && followsOption && defaultCommand !== undefined) break;
    if (next === undefined) throw unknownCommand(top, path, word, Object.keys(commands));
    path.push(word);
    node = next;
  }
  return { path, node };
}

/** The command that a group runs when none is named. */
export function withDefaultCommand(found: FoundCommand): FoundCommand {
  const { path, node } = found;
  if (!isGroup(node) || node.defaultCommand === undefined) return found;
  const { defaultCommand: name, commands } = node;
  const command = commands[name];
  return command === undefined ? found : { path: [...path, name], node: command };
}

function unknownCommand(
  top: CommandGroup,
  path: readonly string[],
  word: string,
  known: readonly string[],
): WhetstoneError {
  const full = [...path, word].join(" ");
  const below = path.map((verb) => `${verb} `).join("");
  const suggestion =
    commandByMeaning(top.commands, word, below) ??
    typoOf(path, word, known) ??
    commandByTypo(top.commands, word, below);
  return new WhetstoneError(
    "invalid_usage",
    `unknown command '${full}'.${suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`}`,
    {
      next: `run '${["whetstone", "help", ...path].join(" ")}' to see the commands`,
      values: { command: full, ...(suggestion === undefined ? {} : { suggestion }) },
    },
  );
}

function typoOf(path: readonly string[], word: string, known: readonly string[]): string | undefined {
  const near = nearest(word, path.length === 0 ? [...known, "help"] : known);
  return near === undefined ? undefined : [...path, near].join(" ");
}
