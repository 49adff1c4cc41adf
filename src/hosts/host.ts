import type { Whetstone } from "../compose/whetstone.js";

/** A coding agent that calls us by its hooks. */
export interface Host {
  /** As in `POST /v1/hooks/<name>`. */
  readonly name: string;
  /**
   * Answers one call of the agent, in the agent's own format. `payload` is what the agent sent, unchecked.
   * `open` opens the project around a folder; the handle is shared and must not be closed. If this throws,
   * the server answers with an error and the hook fails open.
   */
  handle(
    payload: unknown,
    open: (root: string) => Promise<Whetstone>,
    diagnostics?: HookDiagnostics,
  ): Promise<HostAnswer>;
  /** The folder that a call is about. Only a host with this may be called with the key of one project. */
  readonly folderOf?: (payload: unknown) => unknown;
  /** See `Agent.postsBy`. */
  readonly postsBy?: string | undefined;
  /** Whether an agent is in the middle of a turn, so that the next call may come at any time. */
  readonly isAwaited?: (nowMs: number) => boolean;
}

/** The facts of an agent's call besides its payload. */
export interface HookDiagnostics {
  /** How the agent was started, as it tells the programs that it runs. */
  readonly entry?: string | undefined;
  /** Why posted events do not arrive, and what to do; undefined when they do, or when none are posted. */
  readonly postFault: (host: string, root: string) => string | undefined;
  /** When posted events found no server; undefined when none are posted. */
  readonly missedPosts: (host: string, root: string) => string | undefined;
}

export interface HostAnswer {
  /** The HTTP status. A hook that runs as a program prints the body of any answer below 400. */
  readonly status: number;
  /** Sent as JSON, or as it is when it is a text; undefined is an empty answer. */
  readonly body: unknown;
}
