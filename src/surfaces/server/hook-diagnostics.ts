import { join } from "node:path";
import type { Hosts } from "../../agents/agent.js";
import type { HookDiagnostics } from "../../agents/host.js";
import { findRoot } from "../../base/project/find-root.js";
import { type HttpHook, httpHooksIn } from "../../base/project/http-hooks.js";
import { belongsTo, hookKey } from "./hook-key.js";
import type { ServerState } from "./server-files.js";

export interface DiagnosticsOptions {
  readonly hosts: Hosts;
  readonly state: Pick<ServerState, "port" | "startedAt">;
  readonly token: string;
  readonly home: string | undefined;
  /** When the server before this one last ran, if it did not shut down in order; ISO 8601. */
  readonly lastSeen: string | undefined;
  /** See `HookDiagnostics`. */
  readonly uncheckedCalls: () => string | undefined;
  /** The agent's environment sends even calls to this machine through a proxy. */
  readonly proxied: boolean;
  /** How the agent was started, as its environment says. */
  readonly entry: string | undefined;
}

const unseen = "Whetstone does not see the tool calls of this session";

/** Compares the HTTP hooks in a project's settings with this server. */
export function hookDiagnostics(options: DiagnosticsOptions): HookDiagnostics {
  const { hosts, state, token, home, lastSeen, proxied, entry } = options;
  const hooksOf = (host: string, root: string) => {
    const { postsBy } = hosts[host] ?? {};
    return postsBy === undefined ? [] : httpHooksIn(join(root, postsBy));
  };
  return {
    entry,
    uncheckedCalls: options.uncheckedCalls,
    postFault: (host, folder) => {
      const { root } = findRoot(folder, home);
      const hooks = hooksOf(host, root);
      if (hooks.length === 0) return undefined;
      if (proxied) {
        const remedy = "Set NO_PROXY=127.0.0.1, or run 'whetstone init --command-hooks'.";
        return `${unseen}: a proxy in the environment intercepts them. ${remedy}`;
      }
      const wrong = wrongHook(hooks, { host, root, token, home, port: state.port });
      return wrong === undefined
        ? undefined
        : `${unseen}: ${wrong}. Run 'whetstone init' and start a new session.`;
    },
    missedPosts: (host, folder) => {
      if (hooksOf(host, findRoot(folder, home).root).length === 0) return undefined;
      const since = lastSeen === undefined ? "before" : `between ${lastSeen} and`;
      return `no server ran ${since} ${state.startedAt}: tool calls in that time were missed`;
    },
  };
}

interface HookFacts {
  readonly host: string;
  readonly root: string;
  readonly port: number;
  readonly token: string;
  readonly home: string | undefined;
}

/** How the hooks in the settings differ from the server's address and key; undefined when they do not. */
export function wrongHook(hooks: readonly HttpHook[], facts: HookFacts): string | undefined {
  return hooks.map((hook) => hookFault(hook, facts)).find((fault) => fault !== undefined);
}

/** A worktree may have the settings of another one: the key is valid for the project, not for the folder. */
function hookFault(
  { url, authorization }: HttpHook,
  { host, root, port, token, home }: HookFacts,
): string | undefined {
  const { port: named, searchParams } = new URL(url);
  const of = searchParams.get("root") ?? "";
  if (Number(named) !== port) {
    const where = `127.0.0.1:${named}, where any program may listen`;
    return `its settings name ${where}, and the server is at 127.0.0.1:${port}`;
  }
  if (authorization !== `Bearer ${hookKey(token, host, of)}`) return "its settings hold an outdated key";
  return belongsTo(root, of, home) ? undefined : `its settings belong to another project, ${of}`;
}
