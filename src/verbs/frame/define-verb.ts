import type * as z from "zod/mini";
import type { Role } from "../../hub/rights/roles.js";
import type { Refusal } from "../call/admit.js";
import type { Context } from "../call/context.js";
import type { Deadline } from "../call/fail-open.js";
import type { Immutable } from "../call/immutable.js";
import type { CallOptions } from "./call-options.js";
import type { CommandLine } from "./command-line.js";

/** The headings of `help`, in their order. */
export const groups = ["Look", "Lessons", "Policy", "Data", "Set up", "Called by agents"] as const;

export type Group = (typeof groups)[number];
export type InputSchema = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>, z.core.$strict>;

/** What the work of a verb gets besides its input. */
export interface Call extends CallOptions {
  /** What `guard` limits the work to. */
  readonly deadline: Deadline;
}

/** The verb as a tool over MCP. Arguments are the input's fields in snake_case. */
export interface McpTool<Field extends string, Result> {
  /** The tool's name. */
  readonly tool: string;
  /** What an agent should know of it, where the verb's summary is not enough. */
  readonly description?: string;
  /**
   * The tool as agents see it that have not asked for all tools: only these arguments are listed, without
   * their descriptions, because the list stands in every request to a model. The others work all the same.
   */
  readonly short?: { readonly description: string; readonly fields: readonly Field[] };
  /** Changes nothing that was learned or decided. */
  readonly readOnly: boolean;
  /** The fields that are arguments, in the order shown. All but `actor` and `origin`, if left out. */
  readonly fields?: readonly Field[];
  /** Arguments with a name of their own, such as `taskId: "bead_id"`. */
  readonly names?: Readonly<Partial<Record<Field, string>>>;
  /** Arguments that are needed elsewhere and have a default here. */
  readonly defaults?: Readonly<Partial<Record<Field, unknown>>>;
  /** Fields that an agent gives in another form; `prepare` makes the field of it. */
  readonly replaced?: Readonly<Partial<Record<Field, z.ZodMiniType>>>;
  /** Arguments that are not fields: `prepare` makes fields of them, or they have no effect. */
  readonly extra?: Readonly<Record<string, z.ZodMiniType>>;
  /** The input from the fields and the extra arguments. */
  prepare?(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** For hosts that show text only; the JSON of the result, if left out. */
  text?(result: Result): string;
}

type Output<Schema extends z.ZodMiniType, Stream> = Stream extends string
  ? AsyncIterable<Immutable<z.output<Schema>>>
  : Promise<Immutable<z.output<Schema>>>;

/**
 * A verb: everything about it in one place. Library, HTTP, MCP, command line, help, completion, schemas and
 * docs/reference/verbs.md are derived from it.
 */
export interface Verb<
  Name extends string = string,
  Input extends InputSchema = InputSchema,
  Result extends z.ZodMiniType = z.ZodMiniType,
  Stream extends string | undefined = string | undefined,
> {
  /** As typed on the command line. The library's path, the route and the schemas' names follow from it. */
  readonly name: Name;
  readonly group: Group;
  /** One sentence, without a full stop. */
  readonly summary: string;
  /** Paragraphs, separated by an empty line. */
  readonly description: string;
  readonly examples: readonly { readonly run: string; readonly about: string }[];
  /** Who may call it. Agents are offered only what anyone may. */
  readonly caller: "anyone" | "person";
  /**
   * The role that it needs on a hub: a reader for what changes nothing, an agent for what records what
   * happened or tells what was learned, a lead for what decides for everybody, an admin for who is let in.
   * Null where no hub offers it: it is about a folder in which somebody works, the files of a machine or
   * another project, or it would fold a whole log while others wait.
   */
  readonly hub: Role | null;
  /** Words that people try for its command; none of them is a command. */
  readonly words?: readonly string[];
  /** Words for its command with an option, such as `config` for `status --config`. */
  readonly optionWords?: Readonly<Record<string, readonly string[]>>;
  /** Writes nothing: a malformed question loses no record, so it is not kept among refused inputs. */
  readonly answersOnly?: true;
  /** Every field is made by `verbs/call/field.ts`, so that it says what it is. */
  readonly input: Input;
  /** The schema of the result; of one item, for a stream. */
  readonly output: Result;
  /**
   * For a verb that answers item by item: the library gets an async iterable, and HTTP an object with all of
   * them under this name.
   */
  readonly stream?: Stream;
  /** Not offered over HTTP. */
  readonly http?: false;
  readonly cli?: CommandLine<z.input<Input>, Immutable<z.output<Result>>>;
  readonly mcp?: McpTool<keyof z.input<Input> & string, Immutable<z.output<Result>>>;
  /** Refuses input that fits the schema but breaks a rule it cannot express. */
  check?(context: Context, input: z.output<Input>): Refusal | undefined;
  /**
   * For verbs that must answer whatever happens: runs `proceed`, which checks the input and does the work,
   * and answers itself when that fails. `input` is unchecked.
   */
  guard?(
    context: Context,
    input: unknown,
    proceed: (deadline?: Deadline) => Promise<Immutable<z.output<Result>>>,
  ): Promise<Immutable<z.output<Result>>>;
  /** The result for a caller that may be a model: unconfirmed texts are quoted as data. */
  asData?(result: Immutable<z.output<Result>>): Immutable<z.output<Result>>;
  /** The work, with checked input. */
  run(context: Context, input: z.output<Input>, call: Call): Output<Result, Stream>;
}

/** Ties the types of the work, the rendering and the names to the schemas. */
export function defineVerb<
  const Name extends string,
  Input extends InputSchema,
  Result extends z.ZodMiniType,
  const Stream extends string | undefined = undefined,
>(definition: Verb<Name, Input, Result, Stream>): Verb<Name, Input, Result, Stream> {
  return definition;
}

/** Who may call the verb, in sentences for its documentation. */
export function callerText({ caller, hub }: Verb): string {
  const here = caller === "person" ? "For a person only." : "Anyone may call it.";
  return `${here} ${hub === null ? "A hub does not offer it." : `On a hub it needs the role ${hub}.`}`;
}
