import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { WhetstoneError } from "../errors.js";
import { PlanTimes } from "../mcp/plan-times.js";
import { nearest } from "../text/nearest.js";
import { callHost, type HookOptions, hostOf, keyedProject, type ServerEnv } from "./call-host.js";
import type { Counters } from "./counters.js";
import { errorAnswer } from "./error-answer.js";
import { checkPlace, hasToken, tokenMissing } from "./guard.js";
import { isChallenge, proofOf } from "./proof.js";
import { bodyTooLarge, objectBody, readBody } from "./request-body.js";
import type { ServerState } from "./server-files.js";
import { verbRoutes } from "./verbs.js";

export interface AppOptions extends HookOptions {
  readonly state: ServerState;
  /** Names by which the server may be called, besides those of this machine. */
  readonly names: readonly string[];
  readonly bodyMaxBytes: number;
  /** See `Connection.otherProjects`. */
  readonly otherProjects: readonly string[];
  readonly counters: Counters;
  readonly clock: () => number;
  /** Called for each request that counts as use; a health check does not. */
  readonly used: () => void;
  readonly stop: () => void;
}

/**
 * The routes of the server. All but a bare health check require the token; the hooks of one project also
 * accept the key of that project.
 */
export function createApp(options: AppOptions): Hono<ServerEnv> {
  const { token, projects, state, counters, clock } = options;
  const app = new Hono<ServerEnv>();
  const plans = new PlanTimes();
  app.onError((error, c) => answerError(c, error));
  app.notFound((c) => answerError(c, unknownRoute(c.req.path)));
  app.use(async (c, next) => {
    checkPlace(c.req.raw.headers, options);
    if (hasToken(c.req.raw.headers, token)) return next();
    if (c.req.path === "/healthz")
      return c.json({ ok: true, ...proofFor(c.req.query("challenge"), options) });
    const project = keyedProject(c, options);
    c.set("project", project);
    if (project !== undefined) return next();
    const { body } = errorAnswer(tokenMissing());
    return c.json(body, 401);
  });
  const { bodyMaxBytes, otherProjects } = options;
  const tooMuch = () => bodyTooLarge(bodyMaxBytes, "server.bodyMaxBytes");
  app.use("/mcp", bodyLimit({ maxSize: bodyMaxBytes, onError: (c) => answerError(c, tooMuch()) }));

  app.get("/healthz", (c) => c.json({ ok: true, ...state, projectsOpen: projects.size }));
  app.get("/openapi.json", async (c) => {
    const { openApi } = await import("./openapi.js");
    return c.json(await openApi(state.version, Object.keys(options.hosts)));
  });
  app.get("/metrics", async (c) => {
    const root = c.req.query("root");
    if (root !== undefined) return c.text(await projects.use(root, async (ws) => (await ws.metrics()).text));
    const startedMs = Date.parse(state.startedAt);
    return c.text(counters.text({ projectsOpen: projects.size, startedMs, version: state.version }));
  });
  app.post("/v1/shutdown", (c) => {
    options.stop();
    return c.json({ stopping: true }, 202);
  });
  app.all("/mcp", async (c) => {
    options.used();
    const { answerMcp } = await import("../mcp/http.js");
    return answerMcp(c.req.raw, { projects, plans, bodyMaxBytes, otherProjects, version: state.version });
  });
  app.post("/v1/hooks/:host", (c) =>
    counted(c, options, `hooks/${knownHost(options, c.req.param("host"))}`, callHost),
  );
  app.post("/v1/:verb{.+}", (c) => counted(c, options, knownVerb(c.req.param("verb")), callVerb));
  return app;

  async function counted(
    c: Context<ServerEnv>,
    given: AppOptions,
    route: string,
    work: Work,
  ): Promise<Response> {
    given.used();
    const began = clock();
    const response = await work(c, given).catch((error: unknown) => answerError(c, error));
    counters.count(route, response.status, clock() - began);
    return response;
  }
}

function proofFor(challenge: string | undefined, { token, state }: AppOptions): { readonly proof?: string } {
  return isChallenge(challenge) ? { proof: proofOf(token, challenge, state.port) } : {};
}

const routes = verbRoutes();

type Work = (c: Context<ServerEnv>, options: AppOptions) => Promise<Response>;

async function callVerb(c: Context<ServerEnv>, options: AppOptions): Promise<Response> {
  const name = c.req.param("verb") ?? "";
  const answer = routes.get(name);
  if (answer === undefined) throw unknownRoute(c.req.path);
  const text = await readBody(c.env.incoming, options.bodyMaxBytes, "server.bodyMaxBytes");
  const { root, ...input } = objectBody(text);
  return options.projects.use(root as string, async (ws) => c.json(await answer(ws, input)));
}

function answerError(c: Context, thrown: unknown): Response {
  const { status, body } = errorAnswer(thrown);
  return c.json(body, status);
}

/** Unknown names share one label, so that callers cannot fill the counters. */
function knownVerb(name: string): string {
  return routes.has(name) ? name : "unknown";
}

function knownHost({ hosts }: AppOptions, name: string): string {
  return hostOf(hosts, name) === undefined ? "unknown" : name;
}

function unknownRoute(path: string): WhetstoneError {
  const name = path.replace(/^\/v1\//, "");
  const near = nearest(name, [...routes.keys()]);
  const next = near === undefined ? "GET /openapi.json lists the routes" : `did you mean '/v1/${near}'?`;
  return new WhetstoneError("not_found", `there is no route ${path}`, { next, values: { path } });
}
