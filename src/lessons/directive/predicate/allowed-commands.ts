import type { ValueSource } from "../../../base/config/problem.js";
import { plainWords } from "../../../reading/shell/plain-words.js";
import { commandFault, commandWarning } from "./command-fault.js";

/** The commands that `tool:` predicates may run, word for word. Only `from` makes one. */
export class AllowedCommands {
  readonly #commands: ReadonlySet<string>;
  /** Entries that never run, each with the reason. */
  readonly refused: readonly string[];
  /** What a person should know about entries that do. */
  readonly warnings: readonly string[];

  private constructor(commands: readonly (readonly string[])[], refused: readonly string[]) {
    this.#commands = new Set(commands.map((words) => JSON.stringify(words)));
    this.refused = refused;
    this.warnings = commands.flatMap((words) => commandWarning(words) ?? []);
  }

  has(words: readonly string[]): boolean {
    return this.#commands.has(JSON.stringify(words));
  }

  /**
   * `source` is where the setting `directives.predicateCommands` came from. What a whetstone.json names is
   * refused: it is committed, so whoever writes to the repository would choose what runs on the machine of
   * everyone who clones it.
   */
  static from(entries: readonly string[], source: ValueSource | undefined): AllowedCommands {
    if (source?.from !== "environment" && source?.from !== "argument") {
      return new AllowedCommands([], entries.map(notYours));
    }
    const commands: (readonly string[])[] = [];
    const refused: string[] = [];
    for (const entry of entries) {
      const split = plainWords(entry);
      const fault = "error" in split ? split.error : commandFault(split.words);
      if ("error" in split || fault !== undefined) refused.push(`${JSON.stringify(entry)}: ${fault}`);
      else commands.push(split.words);
    }
    return new AllowedCommands(commands, refused);
  }
}

function notYours(entry: string): string {
  const variable = "WHETSTONE_DIRECTIVES_PREDICATE_COMMANDS";
  return `${JSON.stringify(entry)}: a file of the project names it; allow it yourself in ${variable}`;
}
