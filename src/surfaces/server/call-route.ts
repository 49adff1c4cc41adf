import type { Context } from "hono";
import { WhetstoneError } from "../../base/errors.js";
import { nearest } from "../../base/text/nearest.js";
import type { Speaker } from "../../verbs/call/speaker.js";
import { catalog } from "../../verbs/catalog.js";
import type { Catalog } from "../../verbs/frame/catalog-entry.js";
import { routeOf } from "../../verbs/frame/names.js";
import type { WarmProjects } from "../../verbs/open/warm-projects.js";
import type { ServerEnv } from "./call-host.js";
import { objectBody, readBody } from "./request-body.js";
import { verbRoutes } from "./verbs.js";

interface RouteOptions {
  readonly projects: WarmProjects;
  readonly bodyMaxBytes: number;
  readonly personActed: (root: string) => void;
}

const routes = verbRoutes();

/** Answers a verb's route, for whoever speaks; for a caller with the token, if nobody is named. */
export async function callRoute(
  c: Context<ServerEnv>,
  { projects, bodyMaxBytes, personActed }: RouteOptions,
  speaker?: Speaker,
  change: (root: string, input: Readonly<Record<string, unknown>>) => object = (_root, input) => input,
): Promise<Response> {
  const answer = routes.get(routeNameIn(c.req.path));
  if (answer === undefined) throw unknownRoute(c.req.path);
  const text = await readBody(c.env.incoming, bodyMaxBytes, "server.bodyMaxBytes");
  const { root, ...input } = objectBody(text);
  const lease = projects.lease();
  try {
    const result = await answer(await lease.open(root as string, speaker), change(root as string, input));
    if (speaker !== undefined && (await isPersonsAct(c.req.path))) personActed(root as string);
    return c.json(result);
  } finally {
    lease.release();
  }
}

/** Whether the route is one of what only a person does. */
async function isPersonsAct(path: string): Promise<boolean> {
  const name = routeNameIn(path);
  const found = Object.entries(catalog as Catalog).find(([verb]) => routeOf(verb) === name);
  return (await found?.[1].load())?.verb.caller === "person";
}

/** Unknown names share one label, so that callers cannot fill the counters. */
export function routeLabel(path: string): string {
  const name = routeNameIn(path);
  return routes.has(name) ? name : "unknown";
}

function routeNameIn(path: string): string {
  return path.replace(/^\/v1\//, "");
}

export function unknownRoute(path: string): WhetstoneError {
  const near = nearest(routeNameIn(path), [...routes.keys()]);
  const next = near === undefined ? "GET /openapi.json lists the routes" : `did you mean '/v1/${near}'?`;
  return new WhetstoneError("not_found", `there is no route ${path}`, { next, values: { path } });
}
