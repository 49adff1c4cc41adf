import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { nearestName } from "../../base/text/nearest.js";
import { catalog } from "../../verbs/catalog.js";
import type { Catalog } from "../../verbs/frame/catalog-entry.js";
import type { McpTool, Verb } from "../../verbs/frame/define-verb.js";
import { methodOf } from "../../verbs/frame/handle.js";
import { jsonSchemaOf, resultSchema } from "../../verbs/frame/json-schemas.js";
import { respelled, type Spelling } from "../../verbs/frame/respell.js";
import { argumentNames } from "../../verbs/frame/surface-names.js";
import type { JsonSchema, Tool, ToolCall } from "./tool.js";

/** Understood by every tool. */
const commonArguments = {
  project_key: z
    .optional(z.string().check(z.maxLength(4_096)))
    .check(z.describe("The project's folder, absolute; this server's own project if left out")),
  agent_name: z
    .optional(z.string().check(z.minLength(1), z.maxLength(200)))
    .check(z.describe("Who calls, such as worker-1")),
};

/** In the order in which an agent meets them; a tool that is not listed comes last. */
const order = [
  "plan_prompt",
  "brief",
  "complete",
  "record_outcome",
  "outcome_score",
  "deliberate",
  "reflect",
  "record_error",
  "resolve_error",
  "error_context",
  "acknowledge",
  "review",
  "gate",
  "policy",
  "search_lessons",
  "add_lesson",
  "explain",
  "report",
];

/** Which tools an agent is offered. Hooks brief, enforce and learn without any, so few are enough for most. */
export type ToolSet = "few" | "all";

/** The tools of every verb that is one, or of those that have a short form. */
export async function verbTools(set: ToolSet, verbs: Catalog = catalog): Promise<readonly Tool[]> {
  const offered = Object.values(verbs).filter(({ tool }) => tool !== null);
  const loaded = await Promise.all(offered.map(async ({ load }) => (await load()).verb));
  const tools = loaded.flatMap((verb) => {
    if (set === "all") return [verbTool(verb)];
    const short = shortTool(verb);
    return short === undefined ? [] : [short];
  });
  const place = ({ name }: Tool) => (order.includes(name) ? order.indexOf(name) : order.length);
  return tools.sort((a, b) => place(a) - place(b));
}

/** A verb under the names that swarms of agents use. The verb itself checks what is in the arguments. */
export function verbTool(verb: Verb): Tool {
  const mcp = verb.mcp as McpTool<string, unknown>;
  const names = argumentNames(verb);
  const schema = argumentsSchema(verb, mcp, names);
  return {
    name: mcp.tool,
    about: mcp.description ?? `${verb.summary}.`,
    readOnly: mcp.readOnly,
    doorNames: Object.fromEntries(Object.entries(names).map(([field, argument]) => [argument, field])),
    inputSchema: jsonSchemaOf(schema, "input"),
    outputSchema: resultSchema(verb),
    admit: (input) => {
      const given = objectOf(mcp.tool, input, Object.keys(schema.shape));
      const { project_key: project, agent_name: agent } = given;
      return {
        project: typeof project === "string" ? project : undefined,
        agent: typeof agent === "string" ? agent : undefined,
        run: async (call) => {
          const result = await inArguments(names, () => callToolVerb(verb, mcp, names, given, call));
          return { result: result as object, text: mcp.text?.(result) ?? JSON.stringify(result) };
        },
      };
    },
  };
}

/** A verb's tool in the form that costs a model little to read; undefined where it has none. */
function shortTool(verb: Verb): Tool | undefined {
  const mcp = verb.mcp as McpTool<string, unknown>;
  if (mcp.short === undefined) return undefined;
  const names = argumentNames(verb);
  const listed = mcp.short.fields.map((field) => names[field] ?? field);
  const { inputSchema, ...tool } = verbTool(verb);
  return {
    ...tool,
    about: mcp.short.description,
    inputSchema: shortSchema(inputSchema, listed),
    outputSchema: undefined,
  };
}

/**
 * The listed properties by their types alone. Other properties are accepted, so the schema does not forbid
 * them.
 */
function shortSchema({ properties = {}, required = [] }: JsonSchema, listed: readonly string[]): JsonSchema {
  const known = properties as Readonly<Record<string, JsonSchema>>;
  return {
    type: "object",
    properties: Object.fromEntries(listed.map((name) => [name, typesIn(known[name] ?? {})])),
    required: (required as readonly string[]).filter((name) => listed.includes(name)),
  };
}

function typesIn({ type, enum: choices, items }: JsonSchema): JsonSchema {
  if (choices !== undefined) return { enum: choices };
  return items === undefined ? { type } : { type, items: typesIn(items as JsonSchema) };
}

function argumentsSchema(verb: Verb, mcp: McpTool<string, unknown>, names: Spelling) {
  const own = Object.entries(names).map(([field, argument]) => {
    const schema = mcp.replaced?.[field] ?? verb.input.shape[field] ?? z.unknown();
    const hasDefault = mcp.defaults !== undefined && field in mcp.defaults;
    return [argument ?? field, hasDefault ? optional(schema) : schema] as const;
  });
  return z.strictObject({ ...Object.fromEntries(own), ...mcp.extra, ...commonArguments });
}

/** The same field, with its meaning. Its own schema stays as it is: other surfaces read it too. */
function optional(schema: z.ZodMiniType): z.ZodMiniType {
  const own = z.optional(schema);
  const about = z.globalRegistry.get(schema)?.description;
  if (about !== undefined) z.globalRegistry.add(own, { description: about });
  return own;
}

async function callToolVerb(
  verb: Verb,
  mcp: McpTool<string, unknown>,
  names: Spelling,
  given: Readonly<Record<string, unknown>>,
  { ws, who }: ToolCall,
): Promise<unknown> {
  const { project_key: _, agent_name: __, ...args } = given;
  const fieldOf = new Map(Object.entries(names).map(([field, argument]) => [argument, field]));
  const fields = Object.fromEntries(
    Object.entries(args).map(([argument, value]) => [fieldOf.get(argument) ?? argument, value]),
  );
  const asked = { ...mcp.defaults, ...fields };
  const prepared = mcp.prepare?.(asked) ?? asked;
  const caller = "actor" in verb.input.shape ? who : {};
  return methodOf(ws, verb.name)({ ...prepared, ...caller });
}

function objectOf(tool: string, input: unknown, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw new WhetstoneError("invalid_input", `${tool}: the arguments must be an object`);
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown === undefined) return input as Readonly<Record<string, unknown>>;
  const near = nearestName(unknown, known);
  const reason = `there is no such field.${near === undefined ? "" : ` Did you mean '${near}'?`}`;
  throw new WhetstoneError("invalid_input", `${tool}: '${unknown}': ${reason}`, {
    field: unknown,
    values: { reason },
  });
}

async function inArguments<T>(names: Spelling, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof WhetstoneError ? respelled(error, names) : error;
  }
}
