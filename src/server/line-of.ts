import type { Line } from "../hosts/host.js";
import { findRoot } from "../project/find-root.js";
import { type HttpHook, httpHooksIn } from "../project/http-hooks.js";
import { belongsTo } from "./belongs-to.js";
import { hookKey } from "./hook-key.js";
import type { ServerState } from "./server-state.js";

export interface LineOptions {
  readonly state: Pick<ServerState, "port" | "startedAt">;
  readonly token: string;
  readonly home: string | undefined;
  /** When the server before this one was last seen, if it did not leave in order; ISO 8601. */
  readonly lastSeen: string | undefined;
  /** The agent sends even calls to this machine through a proxy. */
  readonly proxied: boolean;
}

/** What this server can say of calls that an agent posts itself, by what stands in the project's settings. */
export function lineOf(options: LineOptions): Line {
  const { state, token, home, lastSeen, proxied } = options;
  return {
    fault: (host, folder) => {
      const { root } = findRoot(folder, home);
      if (httpHooksIn(host, root).length === 0) return undefined;
      if (proxied)
        return `${unseen}: a proxy in the environment takes them. Set NO_PROXY=127.0.0.1, or ${commands}`;
      const wrong = wrongHooks(host, root, { token, home, port: state.port });
      return wrong === undefined
        ? undefined
        : `${unseen}: ${wrong}. Run 'whetstone init' and start the session anew.`;
    },
    silence: (host, folder) => {
      if (httpHooksIn(host, findRoot(folder, home).root).length === 0) return undefined;
      const since = lastSeen === undefined ? "before" : `between ${lastSeen} and`;
      return `no server ran ${since} ${state.startedAt}: tool calls in that time were not seen`;
    },
  };
}

const unseen = "Whetstone does not see the tool calls of this session";
const commands = "run 'whetstone init --command-hooks'.";

/** How the settings differ from where the server is and what it takes; undefined when they do not. */
export function wrongHooks(host: string, root: string, options: WrongOptions): string | undefined {
  return httpHooksIn(host, root)
    .map((hook) => wrongHook(hook, host, root, options))
    .find((wrong) => wrong !== undefined);
}

type WrongOptions = Pick<LineOptions, "token" | "home"> & { readonly port: number };

/** A worktree may have the settings of another one: the key counts for the project, not for the folder. */
function wrongHook(
  { url, authorization }: HttpHook,
  host: string,
  root: string,
  { port, token, home }: WrongOptions,
): string | undefined {
  const { port: named, searchParams } = new URL(url);
  const of = searchParams.get("root") ?? "";
  if (Number(named) !== port)
    return `its settings name 127.0.0.1:${named}, where anybody may listen, and the server is at 127.0.0.1:${port}`;
  if (authorization !== `Bearer ${hookKey(token, host, of)}`) return "its settings hold an outdated key";
  return belongsTo(root, of, home) ? undefined : `its settings are those of another project, ${of}`;
}
