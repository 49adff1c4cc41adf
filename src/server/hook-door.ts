import { homedir } from "node:os";
import { environmentFrom, loopbackIsProxied, type Variables } from "../config/environment.js";
import { makeFolder } from "../files/make-folder.js";
import { type HttpHook, hookUrl } from "../project/http-hooks.js";
import { serverPlaces } from "../project/server-places.js";
import { exchange } from "./exchange.js";
import { hookKey } from "./hook-key.js";
import { isAlive } from "./is-alive.js";
import { portFault, usualPort } from "./listen.js";
import { readState } from "./server-state.js";
import { ensureToken } from "./server-token.js";
import { readToken } from "./server-token-file.js";

/** How agents that speak HTTP themselves reach the server; or why they cannot, in words for a person. */
export type HookDoor =
  | { readonly open: (host: string, root: string) => HttpHook }
  | { readonly closed: string };

/**
 * An address that settings may hold: where the server is whenever it runs. `make` makes the token that the
 * key comes from; without it nothing is written, and a key that is not known yet is left out.
 */
export async function hookDoor(env: Variables, make: boolean): Promise<HookDoor> {
  const home = environmentFrom(env).home ?? homedir();
  const places = serverPlaces({ env, platform: process.platform, home });
  if (loopbackIsProxied(env))
    return { closed: "a proxy takes calls to this machine: NO_PROXY does not name 127.0.0.1" };
  if (make) makeFolder(places.folder);
  const token = make ? ensureToken(places.token) : readToken(places.token);
  const port = usualPort(places.folder);
  const state = readState(places.state);
  const running = state !== undefined && (await isAlive(state, token ?? "")) ? state : undefined;
  if (running !== undefined && (running.port !== port || running.address !== "127.0.0.1"))
    return {
      closed: `the server is at ${running.address}:${running.port} now, and not at its usual port ${port}`,
    };
  const fault = running === undefined ? await portFault(port) : undefined;
  if (fault !== undefined) return { closed: fault };
  return {
    open: (host, root) => ({
      url: hookUrl(port, host, root),
      authorization: `Bearer ${token === undefined ? "…" : hookKey(token, host, root)}`,
    }),
  };
}

/** Whether an event that an agent posts itself is taken: the same way, with the same key. */
export async function knock({ url, authorization }: HttpHook, event: object): Promise<boolean> {
  const { hostname, port, pathname, search } = new URL(url);
  const answer = await exchange({
    address: hostname,
    port: Number(port),
    method: "POST",
    path: `${pathname}${search}`,
    token: authorization.replace("Bearer ", ""),
    body: JSON.stringify(event),
    timeoutMs: 5_000,
  });
  return "status" in answer && answer.status === 200;
}
