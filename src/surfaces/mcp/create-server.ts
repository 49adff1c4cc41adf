import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { type Connection, callTool } from "./call-tool.js";
import { McpServer } from "./sdk.js";
import type { JsonSchema, Tool } from "./tool.js";

const instructions =
  "Call plan_prompt before you split work: it carries what was learned in this project. Report how it ended " +
  "with complete or record_outcome, failures too.";

/** A server of tools for one connection or one request, in every supported version of the protocol. */
export function createMcpServer(
  name: string,
  version: string,
  tools: readonly Tool[],
  connection: Connection,
): McpServer {
  const server = new McpServer(
    { name, version },
    { instructions, capabilities: { tools: { listChanged: false } } },
  );
  for (const tool of tools) {
    const { inputSchema, outputSchema, about, readOnly } = tool;
    server.registerTool(
      tool.name,
      {
        description: about,
        inputSchema: wireSchema(inputSchema),
        ...(outputSchema === undefined ? {} : { outputSchema: wireSchema(outputSchema) }),
        annotations: readOnly ? { readOnlyHint: true } : { destructiveHint: false },
      },
      (input) => callTool(tool, input, connection, server.server.getClientVersion()?.name),
    );
  }
  return server;
}

/** Shows a schema and accepts every value: the tool checks its arguments itself, with better messages. */
function wireSchema(schema: JsonSchema): StandardSchemaWithJSON {
  const json = () => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "whetstone",
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}
