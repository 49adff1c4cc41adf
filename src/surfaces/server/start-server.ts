import { statSync } from "node:fs";
import { homedir } from "node:os";
import { getRequestListener } from "@hono/node-server";
import type { Hosts } from "../../agents/agent.js";
import { environmentFrom, type Variables } from "../../base/config/environment.js";
import { loadConfig } from "../../base/config/load.js";
import type { Config } from "../../base/config/settings.js";
import { makeFolder } from "../../base/files/make-folder.js";
import { foldersPlace, teamsPlace } from "../../base/project/places.js";
import type { ServerPlaces } from "../../base/project/server-places.js";
import { SessionBeginnings } from "../../base/project/session-beginnings.js";
import { thisBuild, version } from "../../base/version.js";
import { openProject } from "../../verbs/open/open-whetstone.js";
import { WarmProjects } from "../../verbs/open/warm-projects.js";
import { createApp } from "./app.js";
import { startInBackground } from "./background.js";
import { agentBehind } from "./caller-process.js";
import { Counters } from "./counters.js";
import { ensureToken } from "./ensure-token.js";
import { askToStop } from "./exchange.js";
import { HttpHub } from "./http-hub.js";
import { endHung } from "./hung-server.js";
import { serverHealth } from "./is-server-alive.js";
import { type Candidate, isSuperseded } from "./is-superseded.js";
import { close, listen, listenAtSocket, newHttpServer, usualPort } from "./listen.js";
import { LocalServer } from "./local-server.js";
import { uncheckedSince } from "./lost-calls.js";
import { foreignFolder, isOwnFolder, noteServerLoss, readState, type ServerState } from "./server-files.js";
import { isForSocket } from "./server-socket.js";
import { successorOf } from "./successor.js";
import { TeamExchanges } from "./team-exchanges.js";

export interface StartOptions {
  readonly places: ServerPlaces;
  readonly settings: Config["server"];
  readonly env: Variables;
  readonly version: string;
  /** The file of the program that this process was started from; a server in a test has none. */
  readonly program?: string | undefined;
  readonly hosts: Hosts;
  /** By default the loopback address. */
  readonly address?: string | undefined;
  /** By default the usual port of this user, or any free one. */
  readonly port?: number | undefined;
  /** Host names by which it may be called, besides those of this machine. */
  readonly names?: readonly string[];
  /** By default it never stops by itself. */
  readonly idleMs?: number | undefined;
  /** See `Parts`; by default its folder may come and go. */
  readonly isDeserted?: () => boolean;
  /** See `Parts`; tests do not wait for callers that there are none of. */
  readonly graceMs?: number;
  /** Epoch milliseconds; tests move it. */
  readonly clock?: () => number;
  /** See `PageOptions`; tests, which an agent may run, say what it answers. */
  readonly agentBehind?: typeof agentBehind;
}

export type Started = { readonly mine: LocalServer } | { readonly other: ServerState };

/**
 * Listens, then publishes its address; or gives way to another server that is published and alive, unless that
 * is one that this build supersedes.
 */
export async function startServer(options: StartOptions): Promise<Started> {
  const { places, address = "127.0.0.1", clock = Date.now } = options;
  makeFolder(places.folder);
  if (!isOwnFolder(places)) throw foreignFolder(places.folder);
  const token = ensureToken(places.token);
  const present = readState(places.state);
  const lastSeen = lastSeenIn(places.state);
  const health = present === undefined ? "gone" : await serverHealth(present, token, hungWithinMs);
  const own = { ...thisBuild, version: options.version, program: options.program };
  const isOlder = present !== undefined && health === "alive" && isSuperseded(present, own);
  if (present !== undefined && health === "alive" && !isOlder) return { other: present };
  if (present !== undefined && health === "hung") await endHung(places, present);
  // Only now, when all is loaded: agents that post to the port find nobody for some milliseconds.
  if (isOlder) await askToStop(present, token);
  const server = newHttpServer();
  const port = await listen(
    server,
    address,
    options.port,
    usualPort(places.folder),
    isOlder ? "soon" : "now",
  );
  const socket = await listenAtSocket(server, places);
  try {
    const projects = warmProjects(options);
    const state = newState(own, reachable(address), port, socket !== undefined);
    const isAwaited = () => Object.values(options.hosts).some((host) => host.isAwaited?.(clock()));
    const stopping = new AbortController();
    const endStreams = () => stopping.abort();
    const exchanges = teamExchanges(options, projects);
    const isDeserted = options.isDeserted ?? (() => false);
    const waits = { isAwaited, isDeserted, endStreams, succeed: succession(options) };
    const parts = { server, socket, places, state, token, projects, exchanges, clock, ...waits };
    const { idleMs, graceMs = usualGraceMs } = options;
    const mine = new LocalServer({ ...parts, idleMs, graceMs, lookEveryMs: lookEvery(options) });
    const app = appOf({ ...options, exchanges, lastSeen, token, stopping: stopping.signal }, mine, projects);
    const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    server.on("request", (request, response) => {
      const isByPort = request.socket.remotePort !== undefined;
      if (isByPort || isForSocket(request.url)) return answer(request, response);
      return response.writeHead(404).end();
    });
    const known = await mine.publish();
    if (known.id === state.id) return { mine };
    socket?.close();
    await close(server);
    return { other: known };
  } catch (error) {
    socket?.close();
    await close(server);
    throw error;
  }
}

function succession({ program, places, env }: StartOptions): () => Promise<void> {
  if (program === undefined) return () => Promise.resolve();
  return successorOf(program, () => startInBackground([process.execPath, program], places, env));
}

/** More than a caller needs from reading the address to its request. */
const usualGraceMs = 150;

/** A server that is folding a large log again is slow for some seconds; one that hangs stays so. */
const hungWithinMs = 15_000;

interface AppParts extends StartOptions {
  readonly lastSeen: string | undefined;
  readonly token: string;
  readonly exchanges: TeamExchanges;
  readonly stopping: AbortSignal;
}

function appOf(options: AppParts, mine: LocalServer, projects: WarmProjects) {
  const { places, settings, names = [], address, lastSeen, token, env, stopping } = options;
  return createApp({
    projects,
    hosts: options.hosts,
    beginnings: new SessionBeginnings(places.sessions),
    state: mine.state,
    token,
    names: [...names, ...(address === undefined ? [] : [address])].map((name) => name.toLowerCase()),
    bodyMaxBytes: settings.bodyMaxBytes,
    // From the environment of the process that started it, not from a project's file.
    otherProjects: loadConfig({ env }).config.hosts.mcpProjects,
    hookMaxBytes: settings.hookMaxBytes,
    home: environmentFrom(env).home,
    lastSeen,
    uncheckedCalls: uncheckedSince(places.lost, Date.parse(mine.state.startedAt)),
    lost: (route, reason, event) => noteServerLoss(places, route, reason, event),
    counters: new Counters(),
    clock: options.clock ?? Date.now,
    signIns: places.signIns,
    folders: foldersOf(env),
    env: withoutCaller(env),
    stopping,
    agentBehind: options.agentBehind ?? agentBehind,
    personActed: (root) => options.exchanges.soon(root),
    exchangeNow: (root) => options.exchanges.now(root),
    used: () => mine.used(),
    stop: () => void mine.stop(),
  });
}

/** A server that stops removes its file; the file of a killed one keeps the time of its last touch. */
function lastSeenIn(file: string): string | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtime.toISOString();
}

function warmProjects({ env, settings, clock = Date.now }: StartOptions): WarmProjects {
  const own = { env: withoutCaller(env), clock };
  return new WarmProjects({
    idleMs: settings.projectIdleMs,
    clock,
    home: environmentFrom(env).home,
    folders: foldersOf(env),
    teams: teamsOf(env),
    open: (root, as) =>
      openProject({ root, ...own, origin: "tool:server", answersHooks: true, byLastSettings: true }, as),
  });
}

/** A project that somebody worked with in this time is in use. */
const inUseMs = 600_000;

/** Each exchange opens the project for itself: it must not count as somebody's use. */
function teamExchanges(
  { env, places, clock = Date.now }: StartOptions,
  projects: WarmProjects,
): TeamExchanges {
  const own = withoutCaller(env);
  return new TeamExchanges({
    teams: teamsOf(env),
    open: (root) => openProject({ root, env: own, origin: "tool:server" }).handle(),
    connect: (hub, signal) => new HttpHub({ ...hub, signal, version }),
    isInUse: (root) => projects.isUsedSince(root, clock() - inUseMs),
    clock,
    random: Math.random,
    onFault: (reason) => noteServerLoss(places, "team", reason),
  });
}

function foldersOf(env: Variables): string {
  return foldersPlace(userOf(env));
}

function teamsOf(env: Variables): string {
  return teamsPlace(userOf(env));
}

function userOf(env: Variables) {
  return { env, platform: process.platform, home: environmentFrom(env).home ?? homedir() };
}

/** One caller's identity does not hold for the others. */
function withoutCaller({
  WHETSTONE_ACTOR: _a,
  WHETSTONE_ORIGIN: _o,
  WHETSTONE_RUN: _r,
  ...rest
}: Variables): Variables {
  return rest;
}

function newState(own: Candidate, address: string, port: number, hasSocket: boolean): ServerState {
  const { version, build, builtAt, program } = own;
  return {
    id: crypto.randomUUID(),
    address,
    port,
    pid: process.pid,
    version,
    startedAt: new Date().toISOString(),
    proves: true,
    ...(build === undefined ? {} : { build }),
    ...(builtAt === undefined ? {} : { builtAt }),
    ...(program === undefined ? {} : { program }),
    ...(hasSocket ? { socket: true } : {}),
  };
}

/** Often enough to be punctual, seldom enough to cost nothing. */
const [leastMs, mostMs] = [20, 5_000];

function lookEvery({ settings, idleMs = mostMs }: StartOptions): number {
  return Math.min(mostMs, Math.max(leastMs, Math.min(idleMs, settings.projectIdleMs) / 4));
}

function reachable(address: string): string {
  if (address === "0.0.0.0") return "127.0.0.1";
  return address === "::" ? "::1" : address;
}
