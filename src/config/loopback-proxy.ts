import type { Variables } from "./environment.js";

const proxies = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];

/**
 * Whether programs that heed these variables send even calls to this machine through a proxy. Claude Code
 * does: such a call never arrives, and what it carries is shown to whoever runs the proxy.
 */
export function loopbackIsProxied(env: Variables): boolean {
  if (!proxies.some((name) => env[name])) return false;
  const excepted = (env.no_proxy || env.NO_PROXY || "").split(/[\s,]+/);
  return !excepted.some((host) => host === "*" || host === "127.0.0.1");
}
