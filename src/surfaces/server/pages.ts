import { isAbsolute } from "node:path";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Variables } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import { knownProjects } from "../../base/project/known-projects.js";
import { programSpeaker, type Speaker } from "../../verbs/call/speaker.js";
import { methodOf } from "../../verbs/frame/handle.js";
import type { WarmProjects } from "../../verbs/open/warm-projects.js";
import type { Call } from "../pages/call.js";
import { documentOf, doorOf } from "../pages/document.js";
import type { PageState } from "../pages/page-state.js";
import { addressOf, type Place, placeOf } from "../pages/place.js";
import { views } from "../pages/views.js";
import type { ServerEnv } from "./call-host.js";
import { callRoute } from "./call-route.js";
import { type Connection, connectionOf } from "./caller-process.js";
import { doctorAside } from "./doctor-aside.js";
import { errorAnswer } from "./error-answer.js";
import { tokenMissing } from "./guard.js";
import { liveStream } from "./live.js";
import { answerAsset, pageHeaders, readPageAssets } from "./page-assets.js";
import { replayAside } from "./page-replay.js";
import { PageSignIns, type SignedIn } from "./page-sign-in.js";
import { objectBody, readBody } from "./request-body.js";
import { RulesRead, rulesAside } from "./rules-aside.js";

export interface PageOptions {
  readonly projects: WarmProjects;
  readonly bodyMaxBytes: number;
  readonly clock: () => number;
  /** Where sign-ins are kept. */
  readonly signIns: string;
  /** Where it is noted in which folders this user works. */
  readonly folders: string;
  /** Aborted when the server stops: streams end. */
  readonly stopping: AbortSignal;
  readonly used: () => void;
  /** A person did something in this folder. */
  readonly personActed: (root: string) => void;
  /** Exchanges the project in this folder with its hub, while a person waits. */
  readonly exchangeNow: (root: string) => Promise<void>;
  /** For programs that the server starts. */
  readonly env: Variables;
  /** The coding agent that a caller belongs to, as far as the system shows it. */
  readonly agentBehind: (connection: Connection) => string | undefined;
}

/** What callers without the token get: the pages, for a person who has signed in. */
export interface Pages {
  /** Answers a request without the token. */
  answer(c: Context<ServerEnv>): Promise<Response>;
  /** Answers `whetstone open`, which has the token. */
  newCode(c: Context<ServerEnv>): Promise<Response>;
}

/** Must be the `key` that the sign-in gave, which only a page of this port has. */
export const pageKeyHeader = "x-whetstone-page";
const cookieName = "whetstone";
const signInMaxBytes = 1_000;

export function openPages(options: PageOptions): Pages {
  const signIns = new PageSignIns(options.signIns, options.clock);
  const assets = readPageAssets();
  const rulesRead = new RulesRead();

  return {
    async answer(c) {
      const { path, method } = c.req;
      const asset = assets.files.get(path);
      if (method === "GET" && asset !== undefined) return answerAsset(c, asset.body, asset.type);
      if (method === "POST" && path === "/sign-in") return signIn(c);
      const cookie = getCookie(c, cookieName) ?? "";
      const person = signIns.of(cookie);
      if (person !== undefined) options.used();
      if (method === "GET" && path === "/live" && person !== undefined) return live(c, person);
      if (method === "GET") return page(c, person);
      if (person === undefined || !path.startsWith("/v1/"))
        return c.json(errorAnswer(tokenMissing()).body, 401);
      checkCall(c, signIns, cookie);
      if (path === "/v1/replay") return replay(c, person);
      if (path === "/v1/team/exchange") return exchange(c, person);
      if (path === "/v1/rules/past") return pastRules(c, person);
      if (path === "/v1/doctor/machine") return machine(c, person);
      return callRoute(c, options, speakerOf(person), path === "/v1/rules/bind" ? withReplay : undefined);
    },

    async newCode(c) {
      const agent = options.agentBehind(connectionOf(c.env.incoming));
      if (agent !== undefined) throw notForAgents(agent);
      const { root, actor } = objectBody(
        await readBody(c.env.incoming, signInMaxBytes * 10, "server.bodyMaxBytes"),
      );
      if (typeof root !== "string" || !isAbsolute(root) || typeof actor !== "string")
        throw new WhetstoneError("invalid_input", "'root' and 'actor' must say for which folder and person", {
          field: "root",
          next: "run 'whetstone open'",
        });
      return c.json({ code: signIns.newCode({ actor, roots: [root] }) });
    },
  };

  async function signIn(c: Context<ServerEnv>): Promise<Response> {
    const { code } = objectBody(await readBody(c.env.incoming, signInMaxBytes, "server.bodyMaxBytes"));
    const found = c.req.header("origin") === undefined ? undefined : signIns.signIn(String(code));
    if (found === undefined) return c.json(errorAnswer(codeRefused()).body, 401);
    setCookie(c, cookieName, found.cookie, {
      httpOnly: true,
      sameSite: "Strict",
      path: "/",
      maxAge: 604_800,
    });
    const [root = ""] = found.person.roots;
    const project = knownProjects(options.folders, found.person.roots).find((each) => each.root === root);
    return c.json({
      key: found.key,
      address: project === undefined ? "/" : addressOf({ project: project.address }),
    });
  }

  async function page(c: Context<ServerEnv>, person: SignedIn | undefined): Promise<Response> {
    const headers = pageHeaders();
    // Whoever comes with a code comes here first: nothing is wrong yet.
    if (person === undefined)
      return c.html(doorOf(undefined, assets), c.req.path === "/" ? 200 : 401, headers);
    const projects = knownProjects(options.folders, person.roots);
    const { path } = c.req;
    const place = placeOf(path, new URL(c.req.url).search);
    const project = projects.find(({ address }) => address === place?.project);
    if (place === undefined || project === undefined)
      return c.html(doorOf(projects, assets), path === "/" ? 200 : 404, headers);
    const read = await readView(options.projects, project.root, speakerOf(person), place);
    return c.html(documentOf({ place, root: project.root, projects, ...read }, assets), 200, headers);
  }

  async function exchange(c: Context<ServerEnv>, person: SignedIn): Promise<Response> {
    await options.exchangeNow(await rootIn(c, person));
    return c.json({ done: true });
  }

  function withReplay(root: string, input: Readonly<Record<string, unknown>>) {
    return rulesRead.withReplay(root, input);
  }

  async function pastRules(c: Context<ServerEnv>, person: SignedIn): Promise<Response> {
    const root = await rootIn(c, person);
    const found = await rulesAside(root, options.env, whileAwaited(c));
    rulesRead.note(root, found);
    return c.json(found);
  }

  async function machine(c: Context<ServerEnv>, person: SignedIn): Promise<Response> {
    return c.json(await doctorAside(await rootIn(c, person), options.env, whileAwaited(c)));
  }

  /** The folder of the project that a page asks about. */
  async function rootIn(c: Context<ServerEnv>, person: SignedIn): Promise<string> {
    const { root } = objectBody(await readBody(c.env.incoming, options.bodyMaxBytes, "server.bodyMaxBytes"));
    const known = knownProjects(options.folders, person.roots).find((each) => each.root === root);
    if (known !== undefined) return known.root;
    throw new WhetstoneError("invalid_input", "'root' must name a project that this page can open", {
      field: "root",
    });
  }

  /** Aborted when nobody waits for the answer any more. */
  function whileAwaited(c: Context<ServerEnv>): AbortSignal {
    const gone = new AbortController();
    c.env.outgoing.once("close", () => gone.abort());
    return AbortSignal.any([gone.signal, options.stopping]);
  }

  async function replay(c: Context<ServerEnv>, person: SignedIn): Promise<Response> {
    const body = await readBody(c.env.incoming, options.bodyMaxBytes, "server.bodyMaxBytes");
    const { root, set, since } = objectBody(body);
    const known = knownProjects(options.folders, person.roots).find((each) => each.root === root);
    if (known === undefined || !Array.isArray(set) || set.length === 0 || !set.every(isText))
      throw new WhetstoneError("invalid_input", "'root' and 'set' must name a project and settings to try", {
        field: "set",
        next: "give one such as reflection.startShare=0.2",
      });
    const wish = { root: known.root, env: options.env, set, since: isText(since) ? since : undefined };
    const stream = replayAside({ ...wish, signal: whileAwaited(c) });
    return c.body(stream, 200, { "content-type": "application/x-ndjson", "cache-control": "no-store" });
  }

  function live(c: Context<ServerEnv>, person: SignedIn): Response {
    const after = Number(c.req.header("last-event-id") ?? c.req.query("after") ?? 0);
    const stream = liveStream({
      projects: options.projects,
      root: c.req.query("root") ?? "",
      speaker: speakerOf(person),
      after: Number.isSafeInteger(after) && after >= 0 ? after : 0,
      signal: whileAwaited(c),
      used: options.used,
    });
    return c.body(stream, 200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** A person at the pages: the one way to be one besides a terminal. */
function speakerOf({ actor }: SignedIn): Speaker {
  return programSpeaker("human", actor);
}

/** `checkPlace` has compared the origin; a page always sends one, and a program must not do without. */
function checkCall(c: Context<ServerEnv>, signIns: PageSignIns, cookie: string): void {
  if (c.req.header("origin") === undefined)
    throw new WhetstoneError("not_allowed", "calls of a page name their origin", {
      field: "origin",
      next: "use the page, or the token",
    });
  if (!signIns.hasKey(cookie, c.req.header(pageKeyHeader) ?? ""))
    throw new WhetstoneError("not_allowed", `the header ${pageKeyHeader} is missing or wrong`, {
      field: pageKeyHeader,
      next: "run 'whetstone open' again",
    });
}

function notForAgents(agent: string): WhetstoneError {
  return new WhetstoneError(
    "not_allowed",
    `only a person may open the pages, and this call comes from ${agent}`,
    {
      next: "ask the person you work for, who does it at a terminal of their own",
    },
  );
}

function codeRefused(): WhetstoneError {
  return new WhetstoneError("not_allowed", "the code was used, is too old, or never was one", {
    field: "code",
    next: "run 'whetstone open' again",
  });
}

async function hasAnyPolicy(call: Call): Promise<boolean> {
  const [{ total }, { agents, skills, failurePatterns }] = await Promise.all([
    call("adapters", {}),
    call("reliability", {}),
  ]);
  return total + agents.length + skills.length + failurePatterns.length > 0;
}

async function readView(
  projects: WarmProjects,
  root: string,
  speaker: Speaker,
  place: Place,
): Promise<Pick<PageState, "data" | "seq" | "fault" | "hasPolicy">> {
  const lease = projects.lease();
  try {
    const ws = await lease.open(root, speaker);
    const call = (async (verb: string, input: unknown) => methodOf(ws, verb)(input)) as Call;
    const { head: seq } = await ws.log({ limit: 1 });
    const hasPolicy = await hasAnyPolicy(call);
    return { seq, hasPolicy, data: await views[place.view].load(call, place), fault: null };
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    return { seq: 0, data: undefined, fault: error.message };
  } finally {
    lease.release();
  }
}
