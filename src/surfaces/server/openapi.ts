import { catalog } from "../../verbs/catalog.js";
import type { Catalog } from "../../verbs/frame/catalog-entry.js";
import { callerText, type Verb } from "../../verbs/frame/define-verb.js";
import { inputSchema, resultSchema } from "../../verbs/frame/json-schemas.js";
import { routeOf } from "../../verbs/frame/names.js";

type Json = Readonly<Record<string, unknown>>;

/** The routes as an OpenAPI 3.1 document, with the schemas of what each verb takes and answers. */
export async function openApi(
  version: string,
  hosts: readonly string[],
  verbs: Catalog = catalog,
): Promise<Json> {
  return {
    openapi: "3.1.0",
    info: {
      title: "Whetstone",
      version,
      description:
        "The verbs of Whetstone. Every body names a folder of the project as 'root'; " +
        "the other fields are those of the library's method.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    paths: {
      ...(await verbPaths(verbs)),
      "/v1/hooks/{host}": { post: hookOperation(hosts) },
      "/v1/shutdown": { post: plainSchema("shutdown", "Let the server leave", "202", "application/json") },
      "/healthz": {
        get: {
          ...plainSchema("healthz", "Whether the server is there", "200", "application/json"),
          security: [{}, { token: [] }],
        },
      },
      "/metrics": {
        get: {
          ...plainSchema("scrape", "Counters for Prometheus", "200", "text/plain"),
          parameters: [rootParameter],
        },
      },
      "/openapi.json": { get: plainSchema("openapi", "This document", "200", "application/json") },
    },
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { Error: errorSchema },
      responses: {
        Error: {
          description: "What is wrong, and what to do about it",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      },
    },
  };
}

const errorResponse = { default: { $ref: "#/components/responses/Error" } };

const rootParameter = {
  name: "root",
  in: "query",
  description: "A folder of a project, for the counters of that project instead of the server's",
  schema: { type: "string" },
};

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        field: { type: "string", description: "The field at fault, as a dotted path" },
        next: { type: "string", description: "What to do now" },
        values: { type: "object" },
      },
    },
  },
};

/** A route for each verb of the catalog, with the schemas of its input and of its answer in place. */
async function verbPaths(verbs: Catalog): Promise<Json> {
  const offered = Object.entries(verbs).filter(([, { http }]) => http);
  const paths = offered.map(async ([name, { load }]) => {
    const { verb } = await load();
    return [`/v1/${routeOf(name)}`, { post: operationOf(verb) }] as const;
  });
  return Object.fromEntries(await Promise.all(paths));
}

function operationOf(verb: Verb): Json {
  const { properties, required, ...rest } = inputSchema(verb) as {
    readonly properties?: Json;
    readonly required?: readonly string[];
  };
  const body = {
    ...rest,
    required: ["root", ...(required ?? [])],
    properties: { root: rootField, ...properties },
  };
  const answer = { "application/json": { schema: resultSchema(verb) } };
  return {
    operationId: operationId(routeOf(verb.name)),
    summary: verb.summary,
    description: `${verb.description}\n\n${callerText(verb)}`,
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: { "200": { description: verb.summary, content: answer }, ...errorResponse },
  };
}

const rootField = { type: "string", description: "A folder of the project, absolute" };

function hookOperation(hosts: readonly string[]): Json {
  return {
    operationId: "hook",
    summary: "A hook of a coding agent: its payload in, its answer out",
    parameters: [
      {
        name: "host",
        in: "path",
        required: true,
        schema: { type: "string", ...(hosts.length === 0 ? {} : { enum: hosts }) },
      },
    ],
    requestBody: { required: true, content: { "application/json": { schema: {} } } },
    responses: {
      "200": { description: "The host's answer", content: { "application/json": { schema: {} } } },
      ...errorResponse,
    },
  };
}

function plainSchema(id: string, summary: string, status: string, type: string): Json {
  const content = { [type]: { schema: type === "text/plain" ? { type: "string" } : { type: "object" } } };
  return {
    operationId: id,
    summary,
    responses: { [status]: { description: summary, content }, ...errorResponse },
  };
}

/** lessons/forget/preview → lessonsForgetPreview */
function operationId(name: string): string {
  return name.replace(/[-/](\w)/g, (_, letter: string) => letter.toUpperCase());
}
