import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "hono";
import { hostSpeaker } from "../app/speaker.js";
import type { WarmProjects } from "../compose/warm-projects.js";
import { isNested } from "../config/environment.js";
import { WhetstoneError } from "../errors.js";
import type { Host } from "../hosts/host.js";
import { nearest } from "../text/nearest.js";
import { hasToken } from "./guard.js";
import { type DiagnosticsOptions, hookDiagnostics } from "./hook-diagnostics.js";
import { belongsTo, hookKey } from "./hook-key.js";
import { jsonBody, readBody } from "./request-body.js";
import { eventOf } from "./server-files.js";

/** `project`: the root of the project whose key the caller showed; undefined if it showed the token. */
export interface ServerEnv {
  readonly Variables: { project: string | undefined };
  readonly Bindings: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };
}

export interface HookOptions extends Omit<DiagnosticsOptions, "proxied" | "entry"> {
  readonly projects: WarmProjects;
  /** Payloads are as large as the files that an agent works on. */
  readonly hookMaxBytes: number;
  /** Notes an event of an agent that could not be handled. */
  readonly lost: (route: string, reason: string, event?: string) => void;
}

/** The project whose key a request shows, for the one route that a key opens. */
export function keyedProject(c: Context<ServerEnv>, { hosts, token }: HookOptions): string | undefined {
  const [, name = ""] = /^\/v1\/hooks\/([a-z-]{1,40})$/.exec(c.req.path) ?? [];
  const root = c.req.query("root");
  if (c.req.method !== "POST" || root === undefined || hostOf(hosts, name)?.folderOf === undefined)
    return undefined;
  return hasToken(c.req.raw.headers, hookKey(token, name, root)) ? root : undefined;
}

/** Passes an event of an agent on to its host. */
export async function callHost(c: Context<ServerEnv>, options: HookOptions): Promise<Response> {
  const name = c.req.param("host") ?? "";
  const host = hostOf(options.hosts, name);
  if (host === undefined) throw unknownHost(name, options);
  if (isNested({ WHETSTONE_NESTED: c.req.header("x-whetstone-nested") })) return emptyAnswer(c, 200);
  const payload = await readEvent(c, name, options);
  const project = c.get("project");
  if (project !== undefined) checkProject(host, payload, project, options);
  const lease = options.projects.lease();
  const proxied = c.req.query("proxied") !== undefined;
  const diagnostics = hookDiagnostics({ ...options, proxied, entry: c.req.query("entry") });
  const open = (root: string) => lease.open(root, hostSpeaker(name));
  const { status, body } = await host.handle(payload, open, diagnostics).finally(lease.release);
  if (project !== undefined && c.env.outgoing.destroyed)
    options.lost(`hooks/${name}`, "the agent did not wait for the answer", eventOf(payload));
  if (body === undefined) return emptyAnswer(c, status);
  return typeof body === "string" ? c.text(body, status as 200) : c.json(body as object, status as 200);
}

/** The agent does not show that its event was refused, so it is noted as a loss. */
async function readEvent(
  c: Context<ServerEnv>,
  name: string,
  { hookMaxBytes, lost }: HookOptions,
): Promise<unknown> {
  const setting = "server.hookMaxBytes";
  try {
    return jsonBody(await readBody(c.env.incoming, hookMaxBytes, setting));
  } catch (error) {
    lost(`hooks/${name}`, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** With its length: a caller would otherwise wait for the end of the connection. */
function emptyAnswer(c: Context<ServerEnv>, status: number): Response {
  return c.body(null, status as 200, status === 204 ? {} : { "content-length": "0" });
}

export function hostOf(hosts: HookOptions["hosts"], name: string): Host | undefined {
  return Object.hasOwn(hosts, name) ? hosts[name] : undefined;
}

function checkProject(host: Host, payload: unknown, project: string, { home, lost }: HookOptions): void {
  const folder = host.folderOf?.(payload);
  if (belongsTo(folder, project, home)) return;
  lost(`hooks/${host.name}`, `refused a call about ${folder} with the key of ${project}`);
  throw new WhetstoneError("not_allowed", "this key is for another project", {
    field: "root",
    next: "run 'whetstone init' in the project that the call is about",
    values: { root: project },
  });
}

function unknownHost(name: string, { hosts }: HookOptions): WhetstoneError {
  const near = nearest(name, Object.keys(hosts));
  const next =
    near === undefined
      ? `known hosts: ${Object.keys(hosts).join(", ") || "none"}`
      : `did you mean '${near}'?`;
  return new WhetstoneError("not_found", `there is no host '${name}'`, {
    field: "host",
    next,
    values: { host: name },
  });
}
