import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { serverInTemp } from "./server.js";

/** The two eras of the protocol: with a handshake, and without. */
export const eras = {
  "2025-11-25": {},
  "2026-07-28": { versionNegotiation: { mode: "auto" } },
} as const;

/** For each request; a bound against hanging. */
export const patient = { timeout: 600_000 };

export type Era = keyof typeof eras;

export interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly result: Record<string, unknown>;
}

/** The SDK's own client, talking to the tools of a server that really listens. */
export async function mcpOverHttp(
  era: Era = "2026-07-28",
  query: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const server = await serverInTemp({ env });
  const root = server.project("one");
  const url = new URL(`${server.server.url}/mcp`);
  for (const [name, value] of Object.entries({ root, tools: "all", ...query }))
    url.searchParams.set(name, value);
  const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
  const client = new Client({ name: "test-agent", version: "1.0.0" }, eras[era]);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }), patient);
  onTestFinished(() => client.close());
  return { ...server, root, client, tool: toolCaller(client) };
}

export function toolCaller(client: Client) {
  return async (name: string, args: Record<string, unknown> = {}): Promise<Called> => {
    const called = await client.callTool({ name, arguments: args }, patient);
    const { isError = false, content, structuredContent } = called;
    const [first] = content as { text?: string }[];
    return { isError, text: first?.text ?? "", result: (structuredContent ?? {}) as Record<string, unknown> };
  };
}
