import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WhetstoneError } from "../errors.js";
import { digest } from "../text/digest.js";

/** Below the ports that systems hand out by themselves, so that it is seldom taken. */
const [firstPort, ports] = [20_000, 10_000];

/**
 * The port of a user who asks for none: the same each time, so that an address in an agent's settings stays
 * right.
 */
export function usualPort(folder: string): number {
  return firstPort + Number(BigInt(`0x${digest(folder)}`) % BigInt(ports));
}

/** A server that leaves lets go of its port within this time. */
const [tries, pauseMs] = [8, 100];

/** Returns the port: the one that is asked for, or the usual one, or any other if that stays taken. */
export async function listen(
  server: Server,
  address: string,
  port: number | undefined,
  usual: number,
  left: number = tries,
): Promise<number> {
  try {
    return await listenAt(server, address, port ?? usual);
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    if (!taken || port !== undefined) throw cannotListen(error as Error, address, port ?? usual);
    if (left === 0) return listenAt(server, address, 0);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return listen(server, address, port, usual, left - 1);
  }
}

/** What keeps anybody from listening at a port of this machine now; undefined when nothing does. */
export async function portFault(port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    await listenAt(server, "127.0.0.1", port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "EADDRINUSE"
      ? `another program has the port ${port}`
      : `nobody can listen at the port ${port}: ${message}`;
  }
  await close(server);
  return undefined;
}

/** Lets the answers under way be finished. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  await closed;
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
