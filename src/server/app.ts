import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { WhetstoneError } from "../errors.js";
import type { Host } from "../hosts/host.js";
import { PlanTimes } from "../mcp/plan-times.js";
import { nearest } from "../text/nearest.js";
import type { WarmProjects } from "../warm/warm-projects.js";
import type { Counters } from "./counters.js";
import { errorAnswer } from "./error-answer.js";
import { checkPlace, hasToken, tokenMissing } from "./guard.js";
import type { ServerState } from "./server-state.js";
import { verbs } from "./verbs.js";

export interface AppOptions {
  readonly projects: WarmProjects;
  readonly hosts: Readonly<Record<string, Host>>;
  readonly state: ServerState;
  readonly token: string;
  readonly tokenFile: string;
  /** Names by which the server may be called, besides those of this machine. */
  readonly names: readonly string[];
  readonly bodyMaxBytes: number;
  readonly counters: Counters;
  readonly clock: () => number;
  /** Told when somebody made use of it; asking whether it is there is no use. */
  readonly used: () => void;
  readonly leave: () => void;
}

/** The routes of the server. Every one but the bare question whether it is there wants the token. */
export function createApp(options: AppOptions): Hono {
  const { token, tokenFile, projects, state, counters, clock } = options;
  const app = new Hono();
  const plans = new PlanTimes();
  app.onError((error, c) => answerError(c, error));
  app.notFound((c) => answerError(c, unknownRoute(c.req.path)));
  app.use(async (c, next) => {
    checkPlace(c.req.raw.headers, options);
    if (hasToken(c.req.raw.headers, token)) return next();
    if (c.req.path === "/healthz") return c.json({ ok: true });
    const { body } = errorAnswer(tokenMissing(tokenFile));
    return c.json(body, 401);
  });
  app.use(bodyLimit({ maxSize: options.bodyMaxBytes, onError: (c) => answerError(c, tooLarge(options.bodyMaxBytes)) }));

  app.get("/healthz", (c) => c.json({ ok: true, ...state, projectsOpen: projects.size }));
  app.get("/openapi.json", async (c) => {
    const { openApi } = await import("./openapi.js");
    return c.json(openApi(state.version, Object.keys(options.hosts)));
  });
  app.get("/metrics", async (c) => {
    const root = c.req.query("root");
    if (root !== undefined) return c.text(await projects.use(root, (ws) => ws.metrics()));
    const startedMs = Date.parse(state.startedAt);
    return c.text(counters.text({ projectsOpen: projects.size, startedMs, version: state.version }));
  });
  app.post("/v1/shutdown", (c) => {
    options.leave();
    return c.json({ leaving: true }, 202);
  });
  app.all("/mcp", async (c) => {
    options.used();
    const { answerMcp } = await import("../mcp/http.js");
    const { bodyMaxBytes } = options;
    return answerMcp(c.req.raw, { projects, plans, bodyMaxBytes, version: state.version });
  });
  app.post("/v1/hooks/:host", (c) => counted(c, options, `hooks/${knownHost(options, c.req.param("host"))}`, callHost));
  app.post("/v1/:verb{.+}", (c) => counted(c, options, knownVerb(c.req.param("verb")), callVerb));
  return app;

  async function counted(c: Context, given: AppOptions, route: string, work: Work): Promise<Response> {
    given.used();
    const began = clock();
    const response = await work(c, given).catch((error: unknown) => answerError(c, error));
    counters.count(route, response.status, clock() - began);
    return response;
  }
}

type Work = (c: Context, options: AppOptions) => Promise<Response>;

async function callVerb(c: Context, options: AppOptions): Promise<Response> {
  const name = c.req.param("verb") ?? "";
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (verb === undefined) throw unknownRoute(c.req.path);
  const { root, ...input } = objectIn(await c.req.text());
  return options.projects.use(root as string, async (ws) => c.json(await verb.run(ws, input as never)));
}

async function callHost(c: Context, options: AppOptions): Promise<Response> {
  const name = c.req.param("host") ?? "";
  const host = Object.hasOwn(options.hosts, name) ? options.hosts[name] : undefined;
  if (host === undefined) throw unknownHost(name, options);
  const payload = jsonIn(await c.req.text());
  const lease = options.projects.lease();
  const { status, body } = await host.handle(payload, lease.open).finally(lease.release);
  if (body === undefined) return c.body(null, status as 200);
  return typeof body === "string" ? c.text(body, status as 200) : c.json(body as object, status as 200);
}

function objectIn(text: string): Record<string, unknown> {
  const value = jsonIn(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new WhetstoneError("invalid_input", "the body must be a JSON object", {
    field: "",
    next: 'send { "root": "…", … }',
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `the body is no JSON: ${(cause as Error).message}`;
    throw new WhetstoneError("invalid_input", message, { field: "", next: "send one JSON document", cause });
  }
}

function answerError(c: Context, thrown: unknown): Response {
  const { status, body } = errorAnswer(thrown);
  return c.json(body, status);
}

/** Names that callers make up must not fill the counters. */
function knownVerb(name: string): string {
  return Object.hasOwn(verbs, name) ? name : "unknown";
}

function knownHost({ hosts }: AppOptions, name: string): string {
  return Object.hasOwn(hosts, name) ? name : "unknown";
}

function unknownRoute(path: string): WhetstoneError {
  const name = path.replace(/^\/v1\//, "");
  const near = nearest(name, Object.keys(verbs));
  const next = near === undefined ? "GET /openapi.json lists the routes" : `did you mean '/v1/${near}'?`;
  return new WhetstoneError("not_found", `there is no route ${path}`, { next, values: { path } });
}

function unknownHost(name: string, { hosts }: AppOptions): WhetstoneError {
  const near = nearest(name, Object.keys(hosts));
  const next =
    near === undefined ? `known hosts: ${Object.keys(hosts).join(", ") || "none"}` : `did you mean '${near}'?`;
  return new WhetstoneError("not_found", `there is no host '${name}'`, { field: "host", next, values: { host: name } });
}

function tooLarge(bytes: number): WhetstoneError {
  return new WhetstoneError("too_large", `the body is larger than ${bytes} bytes`, {
    next: "send less at once, or raise server.bodyMaxBytes",
    values: { bodyMaxBytes: bytes },
  });
}
