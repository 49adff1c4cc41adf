import type { Host } from "./host.js";
import type { AgentSetup, NamedSetup } from "./setup/agent-setup.js";
import type { FindTranscripts } from "./transcripts/transcript.js";

/**
 * Everything about one coding agent. Its parts are loaded on demand: the server loads `host`, `init` and
 * `uninstall` load `setup`, `learn` and `audit` load `transcripts`, and a hook loads none.
 */
export interface Agent {
  /** As in `--claude-code`, in `POST /v1/hooks/claude-code` and in a project's notes. */
  readonly name: string;
  readonly title: string;
  /** Help for its option of `init` and `uninstall`. */
  readonly option: string;
  /** The step for a person whose hooks are installed but never call. */
  readonly advice: string;
  /** Answers its calls. */
  readonly host: () => Promise<Host>;
  /** Writes its settings, and removes them again. */
  readonly setup: () => Promise<AgentSetup>;
  /** Finds the sessions that it wrote down; left out where it writes none that can be read. */
  readonly transcripts?: () => Promise<FindTranscripts>;
  /**
   * For an agent that posts some of its events itself: the settings file, relative to the project, that says
   * where to.
   */
  readonly postsBy?: string;
}

export type Hosts = Readonly<Record<string, Host>>;

/** The hosts by the names under which the server has routes for them. */
export async function loadHosts(agents: readonly Agent[]): Promise<Hosts> {
  const entries = agents.map(async ({ name, host, postsBy }) => [name, { ...(await host()), postsBy }]);
  const hosts: Hosts = Object.fromEntries(await Promise.all(entries));
  const { "claude-code": claudeCode, codex } = hosts;
  return claudeCode && codex ? { ...hosts, plugin: pluginHost({ claudeCode, codex }) } : hosts;
}

/** Claude Code and Codex install the same plugin and start the same program; only their payloads differ. */
export function pluginHost({ claudeCode, codex }: { readonly claudeCode: Host; readonly codex: Host }): Host {
  return {
    name: "plugin",
    handle: (payload, open, diagnostics) =>
      (isCodex(payload) ? codex : claudeCode).handle(payload, open, diagnostics),
  };
}

/** Codex keeps its conversations in files named `rollout-…`, and numbers its turns. */
function isCodex(payload: unknown): boolean {
  const { transcript_path: path, turn_id: turn } = Object(payload) as Readonly<Record<string, unknown>>;
  return typeof turn === "string" || (typeof path === "string" && /(?:^|[/\\])rollout-[^/\\]*$/.test(path));
}

export function loadSetups(agents: readonly Agent[]): Promise<readonly NamedSetup[]> {
  return Promise.all(
    agents.map(async ({ name, title, advice, setup }) => ({ ...(await setup()), name, title, advice })),
  );
}
