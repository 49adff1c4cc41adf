import type { CommandTree } from "./command-tree.js";
import type { ExitCode } from "./exit-code.js";
import type { GlobalValues } from "./global-options.js";
import type { Io } from "./io.js";
import type { Printer } from "./output.js";

/** What a value is, for help and completion: `FILE` and `DIR` complete paths. */
export type ValueName = string;

export interface ArgumentSpec {
  readonly name: string;
  readonly about: string;
  readonly required?: boolean;
  /** Takes all that follow; only the last argument may. */
  readonly many?: boolean;
  readonly choices?: readonly string[];
  readonly value?: ValueName;
}

export interface OptionSpec {
  readonly type: "boolean" | "string";
  readonly about: string;
  readonly short?: string;
  readonly value?: ValueName;
  readonly choices?: readonly string[];
  /** May be given several times. */
  readonly many?: boolean;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

type Word<Spec> = Spec extends { readonly choices: readonly (infer Choice extends string)[] } ? Choice : string;

type OptionValue<Spec extends OptionSpec> = Spec extends { readonly type: "boolean" }
  ? boolean
  : Spec extends { readonly many: true }
    ? readonly Word<Spec>[]
    : Word<Spec> | undefined;

type ArgumentValue<Spec extends ArgumentSpec> = Spec extends { readonly many: true }
  ? readonly Word<Spec>[]
  : Spec extends { readonly required: true }
    ? Word<Spec>
    : Word<Spec> | undefined;

export type OptionValues<Options extends OptionSpecs> = {
  readonly [Name in keyof Options]: OptionValue<Options[Name]>;
};

export type ArgumentValues<Arguments extends readonly ArgumentSpec[]> = {
  readonly [Spec in Arguments[number] as Spec["name"]]: ArgumentValue<Spec>;
};

/** A value as the kernel sees it, before the definition gives it a closer type. */
export type Value = boolean | string | readonly string[] | undefined;
export type Values = Readonly<Record<string, Value>>;

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

/** Ties the types of `values` and `args` in `run` to the definition. */
export function defineCommand<const Arguments extends readonly ArgumentSpec[], const Options extends OptionSpecs>(
  definition: TypedCommand<Arguments, Options>,
): Command {
  return definition;
}
