import type { IncomingMessage, ServerResponse } from "node:http";
import { homedir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { environmentFrom, type Variables } from "../../base/config/environment.js";
import type { Config } from "../../base/config/settings.js";
import { WhetstoneError } from "../../base/errors.js";
import { makeFolder } from "../../base/files/make-folder.js";
import { serverPlaces } from "../../base/project/server-places.js";
import { version } from "../../base/version.js";
import { RateLimit } from "../../hub/rights/rate-limit.js";
import { OpenedHub } from "../../verbs/open/open-hub.js";
import { Counters } from "./counters.js";
import { errorAnswer } from "./error-answer.js";
import { createHubApp } from "./hub-app.js";
import { close, listen, newHttpServer } from "./listen.js";

export interface HubServeOptions {
  /** The address of the database. */
  readonly url: string;
  readonly env: Variables;
  readonly settings: Pick<Config, "server" | "store">;
  readonly address?: string | undefined;
  readonly port?: number | undefined;
  /** Epoch milliseconds; tests move it. */
  readonly clock?: () => number;
}

export interface RunningHub {
  readonly url: string;
  /** Finishes the answers in progress, then closes everything. */
  stop(): Promise<void>;
}

const usualPort = 8787;
/** A push of 500 events, each as long as an event may be, is more than a usual body. */
const bodyMaxBytes = 67_108_864;
/** A client pushes and pulls once in some seconds; an agent calls a few times a second. */
const callLimit = { burst: 600, perSecond: 50, callers: 10_000 };
/** Nobody mistypes a key more often. */
const guessLimit = { burst: 20, perSecond: 0.2, callers: 10_000 };
const lookEveryMs = 30_000;
/** Longer than a client is silent between two exchanges, and than proxies keep a connection, which is 60 s. */
const keepConnectionMs = 75_000;

/** Runs a hub until it is stopped. Any number of them may run on one database. */
export async function startHub(options: HubServeOptions): Promise<RunningHub> {
  const { url, env, settings, address = "127.0.0.1", clock = Date.now } = options;
  const home = environmentFrom(env).home ?? homedir();
  const folder = join(serverPlaces({ env, platform: process.platform, home }).folder, "hub");
  makeFolder(folder);
  const hub = new OpenedHub({ url, folder, env, busyWaitMs: settings.store.busyWaitMs, clock });
  await refuseUnreachable(hub);
  const server = newHttpServer();
  server.keepAliveTimeout = keepConnectionMs;
  const app = createHubApp({
    hub,
    version,
    startedMs: clock(),
    counters: new Counters(),
    calls: new RateLimit(callLimit),
    guesses: new RateLimit(guessLimit),
    bodyMaxBytes,
    clock,
    addressOf,
  });
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  let isStopping = false;
  server.on("request", (request, response) => {
    if (isStopping) refuseWhileStopping(response);
    else void answer(request, response);
  });
  const port = await listen(server, address, options.port, usualPort);
  const look = setInterval(() => void hub.closeIdle(), lookEveryMs).unref();
  return {
    url: `http://${address.includes(":") ? `[${address}]` : address}:${port}`,
    stop: async () => {
      clearInterval(look);
      isStopping = true;
      await close(server);
      await hub.close();
    },
  };
}

/** Another hub, or the next one, is there in a moment. */
const retryAfterSeconds = 2;

function refuseWhileStopping(response: ServerResponse): void {
  const error = new WhetstoneError("unreachable", "this hub is about to stop", { next: "call again" });
  const headers = {
    "content-type": "application/json",
    "retry-after": String(retryAfterSeconds),
    connection: "close",
  };
  response.writeHead(503, headers).end(JSON.stringify(errorAnswer(error).body));
}

async function refuseUnreachable(hub: OpenedHub): Promise<void> {
  try {
    // A question whose answer does not matter: its error says what is wrong with the database.
    await hub.roster.membersOf("");
  } catch (error) {
    await hub.close();
    throw error instanceof WhetstoneError
      ? new WhetstoneError(error.code, `the hub cannot start: ${error.message}`, { ...errorFacts(error) })
      : error;
  }
}

function errorFacts({ next, values, cause }: WhetstoneError) {
  return { values, cause, ...(next === undefined ? {} : { next }) };
}

/** Behind a proxy all callers have the proxy's address: then wrong keys are limited for all together. */
function addressOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? "";
}
