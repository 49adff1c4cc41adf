import type { ExitCode } from "../../base/terminal/exit-code.js";
import type { Io } from "../../base/terminal/io.js";
import type {
  ArgumentSpec,
  ArgumentValues,
  OptionSpecs,
  OptionValues,
  Values,
} from "../../base/terminal/option-spec.js";
import type { Printer } from "../../base/terminal/output.js";
import type { Group } from "../../verbs/frame/define-verb.js";
import type { GlobalValues } from "./global-options.js";

/** The program that a command is part of. */
export interface Program {
  readonly name: string;
  readonly summary: string;
  readonly version: string;
  readonly tree: CommandTree;
}

export interface CommandContext<Options, Arguments> {
  readonly values: Options;
  readonly args: Arguments;
  readonly globals: GlobalValues;
  /** Absolute: `--root`, or the current folder. */
  readonly start: string;
  readonly printer: Printer;
  readonly io: Io;
  readonly program: Program;
}

/** Nothing is exit code 0. */
type Exit = Promise<ExitCode | undefined> | Promise<void>;

/** What help, completion and the parser know of a command. */
export interface CommandFacts<Arguments = readonly ArgumentSpec[], Options = OptionSpecs> {
  readonly name: string;
  readonly summary: string;
  /** Paragraphs, separated by an empty line. */
  readonly description: string;
  /** The synopsis after the command's name, where the one made from the definition would mislead. */
  readonly usage?: string;
  readonly arguments: Arguments;
  readonly options: Options;
  readonly examples: readonly { readonly run: string; readonly about: string }[];
  /** What an exit code means here, where it is more than the general meaning. */
  readonly exits?: Readonly<Partial<Record<ExitCode, string>>>;
}

export interface Command extends CommandFacts {
  run(context: CommandContext<Values, Values>): Exit;
}

interface TypedCommand<Arguments extends readonly ArgumentSpec[], Options extends OptionSpecs>
  extends CommandFacts<Arguments, Options> {
  run(context: CommandContext<OptionValues<Options>, ArgumentValues<Arguments>>): Exit;
}

export interface CommandLeaf {
  readonly summary: string;
  /** The heading under which help lists it; that of the command above it, if left out. */
  readonly group?: Group;
  /** Other names of it, which work as well. */
  readonly aliases?: readonly string[];
  /** Words that people try for it; none of them is a command. */
  readonly words?: readonly string[];
  /** Words for it with an option, such as `backup` for `doctor --backup`. */
  readonly optionWords?: Readonly<Record<string, readonly string[]>>;
  readonly load: () => Promise<{ readonly command: Command }>;
}

export interface CommandGroup {
  readonly summary: string;
  readonly group?: Group;
  /** The command that runs when none is named; help is shown if left out. */
  readonly defaultCommand?: string;
  readonly commands: CommandTree;
}

/** Verbs in the order in which help shows them. Nothing of a command is loaded before it is called. */
export type CommandTree = Readonly<Record<string, CommandLeaf | CommandGroup>>;

/** Ties the types of `values` and `args` in `run` to the definition. */
export function defineCommand<
  const Arguments extends readonly ArgumentSpec[],
  const Options extends OptionSpecs,
>(definition: TypedCommand<Arguments, Options>): Command {
  return definition;
}
