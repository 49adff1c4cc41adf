import { homedir } from "node:os";
import { environmentFrom, loopbackIsProxied, type Variables } from "../../base/config/environment.js";
import { makeFolder } from "../../base/files/make-folder.js";
import { type HttpHook, hookUrl } from "../../base/project/http-hooks.js";
import { serverPlaces } from "../../base/project/server-places.js";
import { ensureToken } from "./ensure-token.js";
import { exchange } from "./exchange.js";
import { hookKey } from "./hook-key.js";
import { isServerAlive } from "./is-server-alive.js";
import { portFault, usualPort } from "./listen.js";
import { readState, readToken } from "./server-files.js";

/** How agents that post their events reach the server, or why they cannot. */
export type HookEndpoint =
  | { readonly hookFor: (host: string, root: string) => HttpHook }
  | { readonly unavailable: string };

/**
 * An address that an agent's settings may hold: the server listens there whenever it runs. With `makeToken`
 * the token that keys come from is made; without it nothing is written, and a key that does not exist yet is
 * shown as `…`.
 */
export async function hookEndpoint(env: Variables, makeToken: boolean): Promise<HookEndpoint> {
  const home = environmentFrom(env).home ?? homedir();
  const places = serverPlaces({ env, platform: process.platform, home });
  if (loopbackIsProxied(env))
    return { unavailable: "a proxy takes calls to this machine: NO_PROXY does not name 127.0.0.1" };
  if (makeToken) makeFolder(places.folder);
  const token = makeToken ? ensureToken(places.token) : readToken(places.token);
  const port = usualPort(places.folder);
  const state = readState(places.state);
  const running = state !== undefined && (await isServerAlive(state, token ?? "")) ? state : undefined;
  if (running !== undefined && (running.port !== port || running.address !== "127.0.0.1")) {
    const where = `${running.address}:${running.port}`;
    return { unavailable: `the server runs at ${where}, not at its usual port ${port}` };
  }
  const fault = running === undefined ? await portFault(port) : undefined;
  if (fault !== undefined) return { unavailable: fault };
  return {
    hookFor: (host, root) => ({
      url: hookUrl(port, host, root),
      authorization: `Bearer ${token === undefined ? "…" : hookKey(token, host, root)}`,
    }),
  };
}

/** Whether the server accepts an event that is posted the way an agent posts it, with the agent's key. */
export async function pingHook({ url, authorization }: HttpHook, event: object): Promise<boolean> {
  const { hostname, port, pathname, search } = new URL(url);
  const answer = await exchange({
    address: hostname,
    port: Number(port),
    method: "POST",
    path: `${pathname}${search}`,
    token: authorization.replace("Bearer ", ""),
    body: JSON.stringify(event),
    timeoutMs: 10_000,
  });
  return "status" in answer && answer.status === 200;
}
