import { WhetstoneError } from "../../base/errors.js";
import type { ExitCode } from "../../base/terminal/exit-code.js";
import type { ArgumentSpec, OptionSpec, OptionSpecs } from "../../base/terminal/option-spec.js";
import type { CallOptions } from "../../verbs/frame/call-options.js";
import type { CommandCall, CommandLine } from "../../verbs/frame/command-line.js";
import type { Verb } from "../../verbs/frame/define-verb.js";
import { type FieldFacts, fieldsOf } from "../../verbs/frame/fields.js";
import { methodOf } from "../../verbs/frame/handle.js";
import { commandPath, kebabCase } from "../../verbs/frame/names.js";
import { respelled } from "../../verbs/frame/respell.js";
import { commandName, fieldOption, optionNames } from "../../verbs/frame/surface-names.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { Command, CommandContext } from "./command.js";
import { type DownloadBar, downloadBar } from "./download-bar.js";
import { HubProject, hubIn } from "./hub-project.js";
import { inputFrom } from "./verb-input.js";
import { openProject } from "./with-whetstone.js";

type Context = CommandContext<Readonly<Record<string, never>>, Readonly<Record<string, never>>>;
type Result = Readonly<Record<string, unknown>>;

/** The command of a verb: arguments, options and help from its input, its work as the call. */
export function verbCommand(verb: Verb): Command {
  const cli = verb.cli as CommandLine<Record<string, unknown>, Result>;
  const { usage, exits } = cli;
  return {
    name: commandPath(commandName(verb)).at(-1) ?? verb.name,
    summary: verb.summary,
    description: verb.description,
    examples: verb.examples,
    arguments: [...argumentSpecs(verb), ...(cli.ownArgument === undefined ? [] : [cli.ownArgument])],
    options: { ...optionSpecs(verb), ...cli.own, ...(cli.confirm === undefined ? {} : { yes: yesOption }) },
    ...(usage === undefined ? {} : { usage }),
    exits: { ...(cli.confirm === undefined ? {} : answeredNo), ...exits },
    run: (context) => runVerb(verb, cli, context as Context),
  };
}

const yesOption = { type: "boolean", short: "y", about: "Do not ask." } as const;
const answeredNo = { 1: "You answered no. Nothing was changed." };

function argumentSpecs(verb: Verb): ArgumentSpec[] {
  const fields = fieldsOf(verb.input);
  return (verb.cli?.arguments ?? []).flatMap((name) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) return [];
    const { name: own = kebabCase(name), value, about = field.about, file } = fieldOption(verb, name) ?? {};
    // What is not named as a file is read from standard input.
    const required = field.required && file !== true;
    const spec = { name: own, about, required, many: field.kind === "texts" };
    return [{ ...spec, ...choicesOf(field), ...(value === undefined ? {} : { value }) }];
  });
}

function optionSpecs(verb: Verb): OptionSpecs {
  const names = optionNames(verb);
  const specs = fieldsOf(verb.input).flatMap((field): [string, OptionSpec][] => {
    const option = fieldOption(verb, field.name);
    const spelled = names[field.name];
    if (option === undefined || spelled === undefined || !spelled.startsWith("--")) return [];
    const { file, short, about = sentence(field) } = option;
    const value = option.value ?? valueName(field);
    const own: OptionSpec = {
      type: field.kind === "flag" ? "boolean" : "string",
      about,
      ...(short === undefined ? {} : { short }),
      ...(field.kind === "flag" || value === undefined ? {} : { value }),
      ...choicesOf(field),
      ...(field.kind === "texts" && option.commas === undefined ? { many: true } : {}),
    };
    const beside = `The same from a file, or - for standard input.`;
    return [
      [spelled.slice(2), file === true ? { ...own, value: "FILE" } : own],
      ...(typeof file === "string"
        ? [[file, { type: "string", value: "FILE", about: beside }] satisfies [string, OptionSpec]]
        : []),
    ];
  });
  return Object.fromEntries(specs);
}

/** A needed field says so: only positional arguments are enforced by the parser. */
function sentence({ about, required, kind }: FieldFacts): string {
  return required && kind !== "flag" ? `${about} Needed.` : about;
}

function valueName({ kind }: FieldFacts): string | undefined {
  return kind === "number" ? "N" : undefined;
}

function choicesOf({ choices }: FieldFacts): { readonly choices?: readonly string[] } {
  return choices === undefined ? {} : { choices };
}

async function runVerb(
  verb: Verb,
  cli: CommandLine<Record<string, unknown>, Result>,
  context: Context,
): Promise<ExitCode | undefined> {
  const hub = cli.onHub === true ? hubIn(context.io.env) : undefined;
  const project =
    hub === undefined
      ? new OpenedProject(context, isSigned(verb), verb.caller === "person")
      : new HubProject(hub);
  try {
    const input = await inputFrom(verb, context);
    const call = commandCall(verb, cli, context, project, input);
    if (cli.run !== undefined) return await cli.run(call);
    if (cli.confirm !== undefined && input.dryRun !== true && !(await confirmed(cli, call))) return 1;
    return await call.print(await call.run(call.input));
  } finally {
    await project.close();
  }
}

/** Whether the caller matters: the command may write in a person's name, or call a verb that does. */
function isSigned({ caller, input, cli }: Verb): boolean {
  return caller === "person" || "origin" in input.shape || cli?.run !== undefined;
}

/** Opened with the first call: a command may have something to say before it needs the project. */
class OpenedProject {
  readonly #context: Context;
  readonly #signed: boolean;
  readonly #isAct: boolean;
  readonly #download: DownloadBar;
  #opened: Promise<Whetstone> | undefined;

  constructor(context: Context, signed: boolean, isAct: boolean) {
    this.#context = context;
    this.#signed = signed;
    this.#isAct = isAct;
    this.#download = downloadBar(context.printer);
  }

  async call(name: string, input: unknown, options?: CallOptions): Promise<unknown> {
    return methodOf(await this.#open(), name)(input, options);
  }

  async *stream(name: string, input: unknown): AsyncGenerator<unknown> {
    yield* methodOf(await this.#open(), name)(input) as AsyncIterable<unknown>;
  }

  #open(): Promise<Whetstone> {
    this.#opened ??= openProject(this.#context, { signed: this.#signed, onDownload: this.#download.update });
    return this.#opened;
  }

  async close(): Promise<void> {
    this.#download.end();
    const ws = await this.#opened?.catch(() => undefined);
    await ws?.close();
    if (ws?.isShared !== true || !this.#isAct) return;
    await tellServer(this.#context);
  }
}

/** A server that runs answers in milliseconds; without one, the next exchange brings it to the others. */
const tellingMs = 1_000;

/** Tells the local server, if one runs, that a person did something that the others should hear of. */
async function tellServer({ io, start, program }: Pick<Context, "io" | "start" | "program">): Promise<void> {
  const { callServer } = await import("../server/client.js");
  const options = { env: io.env, version: program.version, budgetMs: tellingMs, trial: true };
  await callServer("team/exchange", { root: start }, options);
}

function commandCall(
  verb: Verb,
  cli: CommandLine<Record<string, unknown>, Result>,
  context: Context,
  project: Pick<OpenedProject, "call" | "stream">,
  given: Readonly<Record<string, unknown>>,
): CommandCall<Result> {
  const { printer, io, globals } = context;
  const own = { ...context.values, ...context.args };
  const input = cli.prepare?.(given, own) ?? given;
  const withProgress = (work: (options: CallOptions) => Promise<unknown>, options?: CallOptions) =>
    cli.progress === undefined || options?.onProgress !== undefined
      ? work(options ?? {})
      : printer.progress(cli.progress, (onProgress) => work({ ...options, onProgress }));
  return {
    input,
    own,
    json: globals.json,
    printer,
    io,
    run: (fields, options) =>
      inOptions(verb, () =>
        withProgress((each) => project.call(verb.name, fields, each), options),
      ) as Promise<Result>,
    stream: (fields) => inOptionsEach(verb, project.stream(verb.name, fields)) as AsyncIterable<Result>,
    call: (other, fields, options) =>
      withProgress((each) => project.call(other.name, fields, each), options) as Promise<never>,
    async print(result) {
      const shown = cli.shown?.(result, own) ?? result;
      await printer.resultLater(shown, (style) => cli.render(shown, style, own));
      return cli.exit?.(result);
    },
  };
}

async function confirmed(
  { confirm }: CommandLine<Record<string, unknown>, Result>,
  { input, own, printer, run }: CommandCall<Result>,
): Promise<boolean> {
  const asked = confirm?.(await run({ ...input, dryRun: true }));
  if (asked === undefined) return true;
  const { note, question } = asked;
  if (note !== undefined) printer.note(note);
  if (own.yes === true || (await printer.confirm(question))) return true;
  printer.note("Nothing was changed.");
  return false;
}

async function inOptions<T>(verb: Verb, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asOptions(verb, error);
  }
}

async function* inOptionsEach<T>(verb: Verb, items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw asOptions(verb, error);
  }
}

function asOptions(verb: Verb, error: unknown): unknown {
  return error instanceof WhetstoneError ? respelled(error, optionNames(verb)) : error;
}
