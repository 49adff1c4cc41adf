import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "hono";
import type { Host, OpenProject } from "../../agents/host.js";
import { messageOf } from "../../agents/session-project.js";
import { isNested } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import type { SessionBeginnings } from "../../base/project/session-beginnings.js";
import { nearest } from "../../base/text/nearest.js";
import { hostSpeaker } from "../../verbs/call/speaker.js";
import type { WarmProjects } from "../../verbs/open/warm-projects.js";
import { hasToken } from "./guard.js";
import { type DiagnosticsOptions, hookDiagnostics } from "./hook-diagnostics.js";
import { hookKey } from "./hook-key.js";
import { beginningOfJson, bodyTooLarge, jsonBody, readBeginning } from "./request-body.js";
import { eventOf } from "./server-files.js";

/** `project`: the root of the project whose key the caller showed; undefined if it showed the token. */
export interface ServerEnv {
  readonly Variables: { project: string | undefined };
  readonly Bindings: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };
}

export interface HookOptions extends Omit<DiagnosticsOptions, "proxied" | "entry"> {
  readonly beginnings: SessionBeginnings;
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
  if (c.req.method !== "POST" || root === undefined || hostOf(hosts, name)?.posts !== true) return undefined;
  return hasToken(c.req.raw.headers, hookKey(token, name, root)) ? root : undefined;
}

/** Passes an event of an agent on to its host. */
export async function callHost(c: Context<ServerEnv>, options: HookOptions): Promise<Response> {
  const name = c.req.param("host") ?? "";
  const host = hostOf(options.hosts, name);
  if (host === undefined) throw unknownHost(name, options);
  if (isNested({ WHETSTONE_NESTED: c.req.header("x-whetstone-nested") })) return emptyAnswer(c, 200);
  const { payload, fault } = await readEvent(c, options);
  const project = c.get("project");
  const lease = options.projects.lease();
  const openAny: OpenProject = (root, as) => lease.open(root, hostSpeaker(name), as);
  const proxied = c.req.query("proxied") !== undefined;
  const diagnostics = {
    ...hookDiagnostics({ ...options, proxied, entry: c.req.query("entry") }),
    startedIn: project ?? (c.req.query("from") || undefined),
    beginnings: options.beginnings,
    cutShort: fault,
    elsewhere: { open: (folder: string) => openAny(folder), mayQuote: project === undefined },
    lost: (reason: string, wentOn: boolean) =>
      options.lost(`hooks/${name}`, reason, wentOn ? eventOf(payload) : undefined),
  };
  const open = project === undefined ? openAny : onlyOf(project, openAny);
  const { status, body } = await host
    .handle(payload, open, diagnostics)
    .catch((error: unknown) => {
      // The agent does not show that its event was refused.
      if (error === fault) options.lost(`hooks/${name}`, messageOf(error));
      throw error;
    })
    .finally(lease.release);
  if (project !== undefined && (await hasGone(c.env.incoming)))
    options.lost(`hooks/${name}`, "the agent did not wait for the answer", eventOf(payload));
  if (body === undefined) return emptyAnswer(c, status);
  return typeof body === "string" ? c.text(body, status as 200) : c.json(body as object, status as 200);
}

/**
 * Whether the caller has closed its side: it waited for as long as its settings say. After a pause of the whole
 * process its call and its end lie side by side, and the end is read only when the event loop looks again.
 */
async function hasGone({ socket }: IncomingMessage): Promise<boolean> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return socket.destroyed || socket.readableEnded || socket.writableEnded;
}

interface ReadEvent {
  readonly payload: unknown;
  /** Why the payload is only the beginning of what was sent. */
  readonly fault?: WhetstoneError;
}

async function readEvent(c: Context<ServerEnv>, { hookMaxBytes }: HookOptions): Promise<ReadEvent> {
  const { text, isWhole } = await readBeginning(c.env.incoming, hookMaxBytes);
  try {
    if (isWhole) return { payload: jsonBody(text) };
    throw bodyTooLarge(hookMaxBytes, "server.hookMaxBytes");
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    return { payload: beginningOfJson(text.slice(0, beginningChars)), fault: error };
  }
}

/** What an agent's event is about stands in its first lines, before the input of the tool. */
const beginningChars = 65_536;

/** With its length: a caller would otherwise wait for the end of the connection. */
function emptyAnswer(c: Context<ServerEnv>, status: number): Response {
  return c.body(null, status as 200, status === 204 ? {} : { "content-length": "0" });
}

export function hostOf(hosts: HookOptions["hosts"], name: string): Host | undefined {
  return Object.hasOwn(hosts, name) ? hosts[name] : undefined;
}

/** The key of a project opens that project, whatever a call names: nothing is recorded in another one. */
function onlyOf(project: string, open: OpenProject): OpenProject {
  return (_root, as) => open(project, as?.root === project ? as : undefined);
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
