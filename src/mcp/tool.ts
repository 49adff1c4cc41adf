import * as z from "zod/mini";
import { check } from "../app/admit.js";
import type { Whetstone } from "../compose/whetstone.js";
import { WhetstoneError } from "../errors.js";
import { commonArguments } from "./arguments.js";
import type { PlanTimes } from "./plan-times.js";

/** A JSON schema as it goes over the wire. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Who calls: the agent's name, and the origin of every text that it brings in. */
export interface Who {
  readonly actor: string;
  readonly origin: string;
}

export interface ToolCall<Arguments> {
  readonly ws: Whetstone;
  readonly args: Arguments;
  readonly who: Who;
  readonly root: string;
  readonly plans: PlanTimes;
}

export interface Tool {
  readonly name: string;
  readonly about: string;
  /** Changes nothing that was learned or decided. */
  readonly readOnly: boolean;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** What an argument is called at the verb's own door, where it is not just another spelling. */
  readonly doorNames: Readonly<Record<string, string>>;
  /** The arguments in their checked form; throws an error that names the one at fault. */
  readonly admit: (input: unknown) => Admitted;
}

interface Admitted {
  readonly project: string | undefined;
  readonly agent: string | undefined;
  /** Does the work: the structured answer, and the text for hosts that show only that. */
  readonly run: (
    call: Omit<ToolCall<unknown>, "args">,
  ) => Promise<{ readonly result: object; readonly text: string }>;
}

type Shape = Readonly<Record<string, z.ZodMiniType>>;
type Arguments<S extends Shape> = z.output<z.ZodMiniObject<S & typeof commonArguments, z.core.$strict>>;

interface Definition<S extends Shape, Result extends object> {
  readonly name: string;
  readonly about: string;
  readonly readOnly: boolean;
  readonly arguments: S;
  readonly result: JsonSchema;
  readonly doorNames?: Readonly<Record<string, string>>;
  readonly run: (call: ToolCall<Arguments<S>>) => Promise<Result>;
  /** The JSON of the result, if left out. */
  readonly text?: (result: Result) => string;
}

/** Ties the types of the arguments in `run` to their schemas. */
export function defineTool<const S extends Shape, Result extends object>(
  definition: Definition<S, Result>,
): Tool {
  const { name, about, readOnly, result, doorNames = {}, run, text = JSON.stringify } = definition;
  const schema = z.strictObject({ ...definition.arguments, ...commonArguments });
  return {
    name,
    about,
    readOnly,
    doorNames,
    inputSchema: z.toJSONSchema(schema, { io: "input" }) as JsonSchema,
    outputSchema: result,
    admit: (input) => {
      const args = admitted(name, schema as unknown as z.ZodMiniType<Arguments<S>>, input);
      const { project_key: project, agent_name: agent } = args as {
        project_key?: string;
        agent_name?: string;
      };
      return {
        project,
        agent,
        run: async (call) => {
          const done = await run({ ...call, args });
          return { result: done, text: text(done) };
        },
      };
    },
  };
}

function admitted<T>(tool: string, schema: z.ZodMiniType<T>, input: unknown): T {
  const checked = check(schema, input);
  if ("value" in checked) return checked.value;
  const { field, reason } = checked;
  throw new WhetstoneError("invalid_input", `${tool}: '${field}': ${reason}`, { field, values: { reason } });
}
