import { mkdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { loadConfig } from "../../src/base/config/load.js";
import { serverPlaces } from "../../src/base/project/server-places.js";
import type { LocalServer } from "../../src/surfaces/server/local-server.js";
import { readToken } from "../../src/surfaces/server/server-files.js";
import { type StartOptions, startServer } from "../../src/surfaces/server/start-server.js";
import { patience } from "./patience.js";
import { tempFolder } from "./temp-folder.js";

interface TestServer {
  readonly server: LocalServer;
  readonly home: string;
  readonly token: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** One request with the token; headers and method can be others. */
  readonly call: (
    path: string,
    body?: unknown,
    init?: CallInit,
  ) => Promise<{ status: number; body: unknown }>;
  /** A folder that is a project of its own. */
  readonly project: (name: string) => string;
}

export interface CallInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string | null;
}

/** A server that really listens, on a home of its own, gone when the test ends. */
export async function serverInTemp(
  changes: Partial<StartOptions> & { home?: string; set?: readonly string[] } = {},
) {
  const home = changes.home ?? tempFolder();
  const own = { HOME: home, WHETSTONE_STORE_SYNCHRONOUS: "normal", ...patience };
  const env = { ...own, ...changes.env };
  const places = serverPlaces({ env, platform: process.platform, home });
  const { server: settings } = loadConfig({ set: changes.set }).config;
  const started = await startServer({
    places,
    settings,
    version: "0.0.1",
    hosts: {},
    port: 0,
    graceMs: 0,
    agentBehind: () => undefined,
    ...changes,
    env,
  });
  if (!("mine" in started)) throw new Error("another server runs already");
  const { mine: server } = started;
  onTestFinished(() => server.stop());
  const token = readToken(places.token) ?? "";
  const call: TestServer["call"] = (path, body, init = {}) => send(server, path, body, { token, ...init });
  const test: TestServer = { server, home, token, env, call, project: (name) => projectIn(home, name) };
  return { ...test, places };
}

function projectIn(home: string, name: string): string {
  const folder = join(home, "projects", name);
  mkdirSync(join(folder, ".git", "refs"), { recursive: true });
  return folder;
}

/** By node:http, which sends any Host and Origin that a test asks for. */
function send(server: LocalServer, path: string, body: unknown, { method, headers, token }: CallInit) {
  const { address, port } = server.state;
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  const options = {
    host: address,
    port,
    path,
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    agent: false as const,
  };
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: parsed(Buffer.concat(chunks).toString()) }),
      );
    });
    sent.on("error", reject);
    sent.end(text);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
