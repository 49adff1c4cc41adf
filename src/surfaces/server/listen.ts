import { once } from "node:events";
import { createServer, type Server } from "node:http";
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from "node:net";
import { WhetstoneError } from "../../base/errors.js";
import type { ServerPlaces } from "../../base/project/server-places.js";
import { digest } from "../../base/text/digest.js";
import { removeStaleSockets, socketOf } from "./server-socket.js";

interface RequestLimits {
  /** From the first byte of a request to its last, whoever sends it. */
  readonly wholeMs: number;
  readonly headersMs: number;
  /** How often connections are looked at. */
  readonly lookEveryMs: number;
}

/** Half a minute carries the largest body over a slow line. */
const usualLimits: RequestLimits = { wholeMs: 30_000, headersMs: 10_000, lookEveryMs: 5_000 };

/**
 * Programs of this machine send at once. Half-open connections are closed, so that they cannot use up the
 * server's files, and so are those whose body comes byte by byte. An agent pauses for longer than Node's five
 * seconds between two posts on one connection, and a post that meets its closing is lost.
 */
export function newHttpServer({ wholeMs, headersMs, lookEveryMs } = usualLimits): Server {
  const server = createServer({
    keepAliveTimeout: 120_000,
    headersTimeout: headersMs,
    requestTimeout: wholeMs,
    connectionsCheckingInterval: lookEveryMs,
  });
  const silent = new Set<Socket>();
  silentOf.set(server, silent);
  server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", ({ socket }) => silent.delete(socket));
  return server;
}

/**
 * Connections on which nothing was asked yet, such as browsers open in advance. To Node they are at work, and
 * a server that closes no longer looks for those that take too long.
 */
const silentOf = new WeakMap<Server, Set<Socket>>();

/** Below the ports that systems assign by themselves, so that it is seldom taken. */
const [firstPort, ports] = [20_000, 10_000];

/** The default port of a user: the same each time, so that an address in an agent's settings stays valid. */
export function usualPort(folder: string): number {
  return firstPort + Number(BigInt(`0x${digest(folder)}`) % BigInt(ports));
}

/**
 * How long the usual port is waited for. A server that was told to stop releases it `soon`: it is tried often,
 * because agents that post find nobody until then.
 */
const waits = { now: { tries: 8, pauseMs: 100 }, soon: { tries: 5_000, pauseMs: 1 } } as const;

/** Returns the port: the requested one, else the usual one, else any other if that stays taken. */
export async function listen(
  server: Server,
  address: string,
  port: number | undefined,
  usual: number,
  free: keyof typeof waits = "now",
  left: number = waits[free].tries,
): Promise<number> {
  try {
    return await listenAt(server, address, port ?? usual);
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    const isAnyFine = port === undefined;
    if (!taken || (!isAnyFine && (free === "now" || left === 0)))
      throw cannotListen(error as Error, address, port ?? usual);
    if (left === 0) return listenAt(server, address, 0);
    await new Promise((resolve) => setTimeout(resolve, waits[free].pauseMs));
    return listen(server, address, port, usual, free, left - 1);
  }
}

/** Undefined where there can be no socket: callers have the port. */
export async function listenAtSocket(
  server: Server,
  places: ServerPlaces,
): Promise<SocketServer | undefined> {
  const path = socketOf(places, process.pid);
  if (path === undefined) return undefined;
  const socket = createSocketServer((connection) => server.emit("connection", connection));
  try {
    removeStaleSockets(places);
    socket.listen(path);
    await once(socket, "listening");
    return socket;
  } catch {
    // Such as a file system without sockets.
    return undefined;
  }
}

/** Why a program cannot listen at a port of this machine now; undefined when it can. */
export async function portFault(port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    await listenAt(server, "127.0.0.1", port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "EADDRINUSE"
      ? `another program has the port ${port}`
      : `cannot listen at the port ${port}: ${message}`;
  }
  await close(server);
  return undefined;
}

/** A browser asks again on the connection that it has: none may stay open when its answer is finished. */
const closeIdleEveryMs = 50;

/** Answers in progress are finished first. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  const closeUnused = () => {
    server.closeIdleConnections();
    for (const socket of silentOf.get(server) ?? []) socket.destroy();
  };
  closeUnused();
  const timer = setInterval(closeUnused, closeIdleEveryMs);
  await closed.finally(() => clearInterval(timer));
}

async function listenAt(server: Server, address: string, port: number): Promise<number> {
  server.listen(port, address);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

function cannotListen(cause: Error, address: string, port: number): WhetstoneError {
  return new WhetstoneError("not_writable", `cannot listen at ${address}:${port}: ${cause.message}`, {
    next: "choose another --port or --host",
    values: { address, port },
    cause,
  });
}
