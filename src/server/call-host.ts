import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "hono";
import { isNested } from "../config/environment.js";
import { WhetstoneError } from "../errors.js";
import type { Host } from "../hosts/host.js";
import { nearest } from "../text/nearest.js";
import type { WarmProjects } from "../compose/warm-projects.js";
import { belongsTo } from "./belongs-to.js";
import { hasToken } from "./guard.js";
import { hookKey } from "./hook-key.js";
import { jsonBody } from "./json-body.js";
import { type LineOptions, lineOf } from "./line-of.js";
import { readBody } from "./read-body.js";

/**
 * `project`: the root of the project whose key the caller showed; undefined for one that showed the token.
 */
export interface ServerEnv {
  readonly Variables: { project: string | undefined };
  readonly Bindings: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };
}

export interface HookOptions extends Omit<LineOptions, "proxied"> {
  readonly projects: WarmProjects;
  readonly hosts: Readonly<Record<string, Host>>;
  /** What an agent sends is as large as the files that it works on. */
  readonly hookMaxBytes: number;
  /** Told what an agent sent and nobody could take. */
  readonly lost: (route: string, reason: string) => void;
}

/** The project whose key a call shows, for the one route that a key opens. */
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
  if (isNested({ WHETSTONE_NESTED: c.req.header("x-whetstone-nested") })) return nothing(c, 200);
  const payload = await eventIn(c, name, options);
  const project = c.get("project");
  if (project !== undefined) checkProject(host, payload, project, options);
  const lease = options.projects.lease();
  const line = lineOf({ ...options, proxied: c.req.query("proxied") !== undefined });
  const { status, body } = await host.handle(payload, lease.open, line).finally(lease.release);
  if (project !== undefined && c.env.outgoing.destroyed)
    options.lost(`hooks/${name}`, "the agent did not wait for the answer");
  if (body === undefined) return nothing(c, status);
  return typeof body === "string" ? c.text(body, status as 200) : c.json(body as object, status as 200);
}

/** Nobody sees that an event was refused, so that it is told as a loss. */
async function eventIn(
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

/** With its length, or a program that asks would wait for the end of the connection. */
function nothing(c: Context<ServerEnv>, status: number): Response {
  return c.body(null, status as 200, status === 204 ? {} : { "content-length": "0" });
}

export function hostOf(hosts: HookOptions["hosts"], name: string): Host | undefined {
  return Object.hasOwn(hosts, name) ? hosts[name] : undefined;
}

function checkProject(host: Host, payload: unknown, project: string, { home, lost }: HookOptions): void {
  const folder = host.folderOf?.(payload);
  if (belongsTo(folder, project, home)) return;
  lost(`hooks/${host.name}`, `a call about ${folder} came with the key of ${project}, and was refused`);
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
