import { WhetstoneError } from "../../base/errors.js";
import type { Value, Values } from "../../base/terminal/option-spec.js";
import { readInput, UnreadableText } from "../../base/terminal/read-input.js";
import type { FieldOption } from "../../verbs/frame/command-line.js";
import type { Verb } from "../../verbs/frame/define-verb.js";
import { type FieldFacts, fieldsOf } from "../../verbs/frame/fields.js";
import { fieldOption, optionNames } from "../../verbs/frame/surface-names.js";
import { commaList } from "./comma-list.js";
import type { CommandContext } from "./command.js";

/** More than any text that a verb takes; a mistaken path to a huge file must not fill the memory. */
const mostBytes = 4_194_304;

type Context = Pick<CommandContext<Values, Values>, "values" | "args" | "io">;

/** The fields that the command line gave, by their names in the verb's input; no others. */
export async function inputFrom(verb: Verb, context: Context): Promise<Record<string, unknown>> {
  const names = optionNames(verb);
  const input: Record<string, unknown> = {};
  for (const field of fieldsOf(verb.input)) {
    const option = fieldOption(verb, field.name) ?? {};
    const spelled = names[field.name];
    if (spelled === undefined) continue;
    const value = await fieldFrom(field, option, spelled, context);
    if (value !== undefined) input[field.name] = value;
  }
  return input;
}

async function fieldFrom(field: FieldFacts, option: FieldOption, spelled: string, context: Context) {
  const isArgument = !spelled.startsWith("--");
  const given = isArgument ? context.args[spelled.slice(1, -1)] : context.values[spelled.slice(2)];
  const beside = typeof option.file === "string" ? context.values[option.file] : undefined;
  if (typeof beside === "string") return fromFile(beside, option, context);
  if (option.file === true && typeof given === "string") return fromFile(given, option, context);
  if (option.file === true && isArgument) return fromFile(undefined, option, context);
  return fieldValue(field, option, given);
}

function fieldValue({ kind }: FieldFacts, option: FieldOption, given: Value): unknown {
  if (kind === "flag") return option.inverted ? given !== true : given === true ? true : undefined;
  if (typeof given === "object") return given.length === 0 ? undefined : given;
  if (typeof given !== "string") return undefined;
  if (option.parse !== undefined) return option.parse(given);
  if (option.commas) return commaList(given);
  return kind === "number" ? numeric(given) : given;
}

/** Without a name it is read from standard input. */
async function fromFile(file: string | undefined, option: FieldOption, { io }: Context): Promise<unknown> {
  const reading = readInput(file, io, option.maxBytes ?? mostBytes);
  const text = await (option.unreadable === undefined ? reading : reading.catch(passedOn));
  return option.parse === undefined || typeof text !== "string" ? text : option.parse(text);
}

/** A wrong command line stays an error; what stands in a file, or that there is none, is passed on. */
function passedOn(error: unknown): UnreadableText {
  if (error instanceof WhetstoneError && error.code !== "invalid_usage") return new UnreadableText(error);
  throw error;
}

/** What is not a number stays a text, and the schema refuses it by its field. */
function numeric(text: string): number | string {
  return /^-?(\d+\.?|\d*\.\d+)(e-?\d+)?$/i.test(text) ? Number(text) : text;
}
