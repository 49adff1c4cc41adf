import type { ExitCode } from "../../base/terminal/exit-code.js";
import type { Io } from "../../base/terminal/io.js";
import type { OptionSpecs, Values } from "../../base/terminal/option-spec.js";
import type { Printer } from "../../base/terminal/output.js";
import type { Style } from "../../base/terminal/style.js";
import type { CallOptions } from "./call-options.js";

/** How one field of the input is written on the command line, where it is more than `--its-name VALUE`. */
export interface FieldOption {
  /** The name of the option, without dashes, or of the argument; the field's in kebab-case, if left out. */
  readonly name?: string;
  readonly short?: string;
  /** What the value is, for help and completion. */
  readonly value?: string;
  /** Where the field's own description does not fit an option. */
  readonly about?: string;
  /** A flag that says the opposite: `--failed` for `success`. */
  readonly inverted?: true;
  /** A list in one value, separated by commas; a list is a repeatable option, if left out. */
  readonly commas?: true;
  /**
   * The value is the name of a file that holds the field, or - for standard input, which is also read if an
   * argument is left out. With a name, an option of that name beside the plain one.
   */
  readonly file?: true | string;
  /** A file that cannot be read is passed on as an `UnreadableText`: the verb answers it. */
  readonly unreadable?: "passed on";
  /** The most that is read of the file. */
  readonly maxBytes?: number;
  /** Makes the field's value of the text; throws `invalid_usage` where it cannot. */
  parse?(text: string): unknown;
}

/** What a command with a `run` of its own works with. */
export interface CommandCall<Result> {
  /** The fields that the command line gave, by their names in the input. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The command's own options and arguments. */
  readonly own: Values;
  readonly json: boolean;
  readonly printer: Printer;
  readonly io: Io;
  /** Calls the verb itself. A field at fault is named as the option that gives it. */
  run(input: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<Result>;
  /** Calls a verb that answers item by item, and passes its items on as they come. */
  stream(input: Readonly<Record<string, unknown>>): AsyncIterable<Result>;
  /** Calls another verb, or this one for input that did not come from options: fields keep their names. */
  call<Input, Other>(verb: Callable<Input, Other>, input: Input, options?: CallOptions): Promise<Other>;
  /** Prints a result of the verb as the command does without a `run` of its own. */
  print(result: Result): Promise<ExitCode | undefined>;
}

/** A verb as a command sees it. */
type Callable<Input, Result> = {
  readonly name: string;
  readonly input: { readonly _zod: { readonly input: Input } };
  run(context: never, input: never, call: never): Promise<Result>;
};

/** The verb as a command. Options, help and completion are made from the input's fields. */
export interface CommandLine<Input, Result> {
  /** What is typed, where it is not the verb's own name. */
  readonly name?: string;
  /** The fields that are positional arguments, in their order. */
  readonly arguments?: readonly (keyof Input & string)[];
  /** Fields that are written in another way; false for one that the command line does not offer. */
  readonly options?: Readonly<Partial<Record<keyof Input & string, FieldOption | false>>>;
  /** Options that are not fields of the input. */
  readonly own?: OptionSpecs;
  /** An argument that is not a field of the input. */
  readonly ownArgument?: {
    readonly name: string;
    readonly about: string;
    readonly value?: string;
    readonly required?: true;
  };
  /** The synopsis after the command's name, where the derived one would mislead. */
  readonly usage?: string;
  readonly exits?: Readonly<Partial<Record<ExitCode, string>>>;
  /** Called on a hub, instead of here, where the environment names one and a key for it. */
  readonly onHub?: true;
  /** Shows progress under this label. */
  readonly progress?: string;
  /**
   * For verbs with a `dryRun` field: shows what would happen and asks, unless `--yes` is given. The question,
   * from the result of the dry run; undefined when nothing would change.
   */
  confirm?(preview: Result): { readonly note?: string; readonly question: string } | undefined;
  /** The input from the fields given and the command's own options. */
  prepare?(input: Readonly<Record<string, unknown>>, own: Values): Readonly<Record<string, unknown>>;
  /** The result for people; one item of it, for a stream. Heavy parts are imported when it is called. */
  render(result: Result, style: Style, own: Values): string | Promise<string>;
  /** Changes what `--json` prints by the command's own options. */
  shown?(result: Result, own: Values): Result;
  /** The exit code, where it says more than that the call went through. */
  exit?(result: Result): ExitCode | undefined;
  /** For a command that is more than a call and its answer. */
  run?(call: CommandCall<Result>): Promise<ExitCode | undefined>;
}
