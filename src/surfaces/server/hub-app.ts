import type { IncomingMessage } from "node:http";
import { type Context, Hono, type Next } from "hono";
import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { batchEvents, type SentEvent } from "../../hub/rights/hub.js";
import type { RateLimit } from "../../hub/rights/rate-limit.js";
import type { Caller } from "../../hub/rights/roles.js";
import type { KeyHolder } from "../../hub/rights/roster.js";
import { envelope, textId } from "../../log/events/envelope.js";
import { formatHeader, logFormat } from "../../log/events/format.js";
import { isoTime } from "../../log/events/time.js";
import { catalog } from "../../verbs/catalog.js";
import type { Catalog } from "../../verbs/frame/catalog-entry.js";
import { routeOf } from "../../verbs/frame/names.js";
import type { OpenedHub } from "../../verbs/open/open-hub.js";
import { hubDoorOf } from "../pages/document.js";
import { placeOf } from "../pages/place.js";
import type { Counters } from "./counters.js";
import { answerError, errorAnswer } from "./error-answer.js";
import { callerIn, holderOf, needFormat, needRole, speakerFor } from "./hub-caller.js";
import { answerAsset, pageHeaders, readPageAssets } from "./page-assets.js";
import { objectBody, readBody } from "./request-body.js";
import { verbRoutes } from "./verbs.js";

export interface HubAppOptions {
  readonly hub: OpenedHub;
  readonly version: string;
  readonly startedMs: number;
  readonly counters: Counters;
  /** Calls of each key. */
  readonly calls: RateLimit;
  /** Wrong keys from each address. */
  readonly guesses: RateLimit;
  readonly bodyMaxBytes: number;
  readonly clock: () => number;
  /** Where a request comes from; empty if that is not known. */
  readonly addressOf: (incoming: IncomingMessage) => string;
}

interface HubEnv {
  readonly Variables: { holder: KeyHolder; caller: Caller };
  readonly Bindings: { readonly incoming: IncomingMessage };
}
type HubContext = Context<HubEnv>;

const routes = verbRoutes();
const offered = new Map(
  Object.entries(catalog as Catalog).map(([name, { hub }]) => [routeOf(name), { name, needed: hub }]),
);

const sentEvent = z.extend(z.omit(envelope, { seq: true }), {
  data: z.string().check(z.maxLength(1_048_576)),
});
const pushBody = z.strictObject({ events: z.array(sentEvent) });
const machineName = z.object({ machine: textId });
const forgottenBody = z.strictObject({ machine: textId, seq: z.int().check(z.nonnegative()) });
/**
 * The routes of a hub. Every one but the health check needs a key, and every one of a project a role in it:
 * both are looked up again with each call, so that a hub keeps nothing and a revoked key ends at once.
 */
export function createHubApp(options: HubAppOptions): Hono<HubEnv> {
  const { hub, counters, clock } = options;
  const app = new Hono<HubEnv>();
  app.onError((error, c) => answerError(c, error));
  app.notFound((c) => answerError(c, new WhetstoneError("not_found", `there is no route ${c.req.path}`)));
  app.get("/health", async (c) => {
    const ok = await hub.roster.isReachable();
    return c.json({ ok, version: options.version }, ok ? 200 : 503);
  });
  app.use(async (c, next) => {
    const began = clock();
    await next();
    counters.count(projectLabel(c), c.res.status, clock() - began);
  });
  app.use(hubPages());
  app.use((c, next) => authenticate(c, next, options));
  app.use("/v1/*", async (c, next) => {
    c.header(formatHeader, String(logFormat));
    await next();
  });
  for (const route of ["push", "pull", "forgotten"])
    app.use(`/v1/projects/:project/${route}`, (c, next) => {
      needFormat(c.req.header(formatHeader));
      return next();
    });
  app.get("/metrics", (c) => {
    const { startedMs, version } = options;
    const text = counters.text({ projectsOpen: hub.projectsOpen, startedMs, version });
    return c.text(text + counters.pushText());
  });
  app.get("/v1/me", (c) => {
    const holder = c.get("holder");
    return c.json({ ...callerIn(holder, holder.project), project: holder.project });
  });
  app.use("/v1/projects/:project/*", async (c, next) => {
    c.set("caller", callerIn(c.get("holder"), c.req.param("project")));
    await next();
  });
  app.post("/v1/projects/:project/push", async (c) => {
    needRole(c.get("caller"), "agent");
    const { events } = parseWith(pushBody, await readJsonBody(c, options));
    const sent = events as readonly SentEvent[];
    const answer = await hub.push(c.req.param("project"), c.get("caller"), sent);
    counters.countPush(sent.length, answer.events.filter((event) => "refused" in event).length);
    return c.json(answer);
  });
  app.get("/v1/projects/:project/pull", async (c) => {
    const since = wholeNumberIn(c.req.query("since"), "since", 0);
    const limit = wholeNumberIn(c.req.query("limit"), "limit", batchEvents);
    const answer = await hub.pull(c.req.param("project"), since, limit);
    const machine = c.req.query("machine");
    if (machine !== undefined) await noteMachine(c, options, machine, since + answer.events.length);
    return c.json(answer);
  });
  app.post("/v1/projects/:project/forgotten", async (c) => {
    const { machine, seq } = parseWith(forgottenBody, await readJsonBody(c, options));
    const [project, { member }] = [c.req.param("project"), c.get("caller")];
    if (seq > (await hub.head(project))) throw beyondHead(seq);
    const confirmed = { member, machine, forgottenThrough: seq, confirmedAt: isoTime(clock()) };
    await hub.roster.confirmForgotten(project, confirmed);
    return c.json({ machine, seq });
  });
  app.post("/v1/projects/:project/:verb{.+}", (c) => callHubVerb(c, options));
  return app;
}

/** Which machine of the caller has been given the log up to this place. */
async function noteMachine(
  c: HubContext,
  { hub, clock }: HubAppOptions,
  machine: string,
  position: number,
): Promise<void> {
  const name = parseWith(machineName, { machine }).machine;
  const { member } = c.get("caller");
  const exchanged = { member, machine: name, position, exchangedAt: isoTime(clock()) };
  await hub.roster.noteExchange(c.req.param("project") ?? "", exchanged);
}

/** A verb with a body that the verb itself checks, called by the owner of the key. */
async function callHubVerb(c: HubContext, options: HubAppOptions): Promise<Response> {
  const route = c.req.param("verb") ?? "";
  const answer = routes.get(route);
  const { name = "", needed = null } = offered.get(route) ?? {};
  if (answer === undefined || needed === null)
    throw new WhetstoneError("not_found", `a hub does not offer '${route}'`, {
      next: "call it on the machine where the project's folder is",
    });
  const caller = c.get("caller");
  const project = c.req.param("project") ?? "";
  if (name !== "lessons forget") needRole(caller, needed);
  const input = await readJsonBody(c, options);
  const isOwn = name === "lessons forget" && (await isOwnToForget(options, project, caller, input));
  if (!isOwn) needRole(caller, needed);
  const speaker = isOwn ? { ...speakerFor(caller), decides: true } : speakerFor(caller);
  const as = { speaker, caller, key: c.get("holder").key };
  return options.hub.use(project, as, async (ws) => c.json((await answer(ws, input)) as object));
}

/** Whether a person wants to have forgotten what that person brought: it needs no lead. */
async function isOwnToForget(
  { hub }: HubAppOptions,
  project: string,
  { member, kind, role }: Caller,
  { lesson, text }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (kind !== "person" || role !== "developer") return false;
  if (typeof lesson === "string") return hub.isBroughtBy(project, { lesson }, member);
  return typeof text === "string" && text !== "" && hub.isBroughtBy(project, { text }, member);
}

/** No body is an empty one. */
async function readJsonBody(
  c: HubContext,
  { bodyMaxBytes }: HubAppOptions,
): Promise<Record<string, unknown>> {
  const text = await readBody(c.env.incoming, bodyMaxBytes, "what a hub takes at once");
  return objectBody(text === "" ? "{}" : text);
}

async function authenticate(
  c: HubContext,
  next: () => Promise<void>,
  { hub, clock, calls, guesses, addressOf }: HubAppOptions,
): Promise<Response | undefined> {
  const now = clock();
  try {
    c.set("holder", await holderOf(hub.roster, c.req.header("authorization"), isoTime(now)));
  } catch (error) {
    if (!(error instanceof WhetstoneError) || error.code !== "not_allowed") throw error;
    const waitSeconds = guesses.take(addressOf(c.env.incoming), now);
    return waitSeconds > 0 ? answerTooMany(c, waitSeconds) : c.json(errorAnswer(error).body, 401);
  }
  const waitSeconds = calls.take(c.get("holder").key, now);
  if (waitSeconds > 0) return answerTooMany(c, waitSeconds);
  await next();
  return undefined;
}

function beyondHead(seq: number): WhetstoneError {
  return new WhetstoneError("invalid_input", `there is no event ${seq} yet that could have been followed`, {
    field: "seq",
  });
}

function answerTooMany(c: HubContext, waitSeconds: number): Response {
  const error = new WhetstoneError("busy", "too many calls", { next: `call again in ${waitSeconds} s` });
  c.header("Retry-After", String(waitSeconds));
  return c.json(errorAnswer(error).body, 429);
}

/** Routes by their pattern: names of projects and members are nobody else's business. */
function projectLabel(c: Context): string {
  const [, rest = ""] = /^\/v1\/projects\/[^/]+\/(.+)$/.exec(c.req.path) ?? [];
  if (offered.has(rest)) return rest;
  return /^(?:me|push|pull|forgotten)(?=\/|$)/.exec(rest)?.[0] ?? "other";
}

function parseWith<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const field = issue?.path.join(".") ?? "";
  throw new WhetstoneError("invalid_input", `'${field}': ${issue?.message ?? "does not fit"}`, { field });
}

function wholeNumberIn(text: string | undefined, field: string, usual: number): number {
  if (text === undefined) return usual;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new WhetstoneError("invalid_input", `'${field}' must be a whole number, not '${text}'`, { field });
}

/**
 * The pages of a hub, for a browser that comes without a key. They hold no data: the page asks for the key and
 * calls the verbs with it, as every other caller does. So a hub keeps no sign-ins, and has no cookie that another
 * page could use.
 */
function hubPages(): (c: Context, next: Next) => Promise<Response | undefined> {
  const assets = readPageAssets();
  const door = hubDoorOf(assets);
  return async (c, next) => {
    const { path, method } = c.req;
    const asset = assets.files.get(path);
    if (method === "GET" && asset !== undefined) return answerAsset(c, asset.body, asset.type);
    const wantsPage = c.req.header("authorization") === undefined && accepts(c.req.header("accept"));
    if (method === "GET" && wantsPage && (path === "/" || placeOf(path) !== undefined))
      return c.html(door, 200, pageHeaders());
    await next();
    return undefined;
  };
}

function accepts(header = ""): boolean {
  return header.includes("text/html");
}
