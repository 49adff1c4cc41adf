import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { once } from "../../verbs/open/once.js";
import { callHost, type HookOptions, hostOf, keyedProject, type ServerEnv } from "./call-host.js";
import { callRoute, routeLabel, unknownRoute } from "./call-route.js";
import type { Counters } from "./counters.js";
import { answerError } from "./error-answer.js";
import { checkPlace, hasToken } from "./guard.js";
import type { PageOptions } from "./pages.js";
import { isChallenge, proofOf } from "./proof.js";
import { bodyTooLarge, objectBody, readBody } from "./request-body.js";
import type { ServerState } from "./server-files.js";

export interface AppOptions extends HookOptions, PageOptions {
  readonly state: ServerState;
  /** Names by which the server may be called, besides those of this machine. */
  readonly names: readonly string[];
  /** See `Connection.otherProjects`. */
  readonly otherProjects: readonly string[];
  readonly counters: Counters;
  readonly stop: () => void;
}

/**
 * The routes of the server. All but a bare health check require the token; the hooks of one project also
 * accept the key of that project, and the pages a person's sign-in.
 */
export function createApp(options: AppOptions): Hono<ServerEnv> {
  const { token, projects, state, counters, clock } = options;
  const app = new Hono<ServerEnv>();
  const pages = once(async () => (await import("./pages.js")).openPages(options));
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
    return (await pages()).answer(c);
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
  app.post("/v1/team/exchange", async (c) => {
    const { root } = objectBody(await readBody(c.env.incoming, bodyMaxBytes, "server.bodyMaxBytes"));
    options.personActed(String(root));
    return c.json({ soon: true }, 202);
  });
  app.post("/v1/shutdown", async (c) => {
    const text = await readBody(c.env.incoming, bodyMaxBytes, "server.bodyMaxBytes");
    const { unlessOthersThan: root } = text === "" ? {} : objectBody(text);
    const stopping = typeof root !== "string" || projects.hasNoneBut(root);
    if (stopping) options.stop();
    return c.json({ stopping }, 202);
  });
  app.post("/v1/sign-in/code", async (c) => (await pages()).newCode(c));
  app.all("/mcp", async (c) => {
    options.used();
    const { answerMcp } = await import("../mcp/http.js");
    return answerMcp(c.req.raw, { projects, bodyMaxBytes, otherProjects, version: state.version });
  });
  app.post("/v1/hooks/:host", (c) =>
    countCall(c, options, `hooks/${knownHost(options, c.req.param("host"))}`, callHost),
  );
  app.post("/v1/:verb{.+}", (c) => countCall(c, options, routeLabel(c.req.path), callRoute));
  return app;

  async function countCall(
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

type Work = (c: Context<ServerEnv>, options: AppOptions) => Promise<Response>;

function knownHost({ hosts }: AppOptions, name: string): string {
  return hostOf(hosts, name) === undefined ? "unknown" : name;
}
