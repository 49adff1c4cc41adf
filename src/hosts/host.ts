import type { Whetstone } from "../compose/whetstone.js";

/** A coding agent that calls us by its hooks. */
export interface Host {
  /** As in `POST /v1/hooks/<name>`. */
  readonly name: string;
  /**
   * Answers one call of the agent, in the agent's own format. `payload` is what it sent, unchecked. `open`
   * gives the project around a folder, warm; it is not to be closed. Should this throw, the server answers
   * with an error and the hook fails open.
   */
  handle(payload: unknown, open: (root: string) => Promise<Whetstone>, line?: Line): Promise<HostAnswer>;
  /** The folder that a call is about. Only a host that says so may be called with the key of one project. */
  readonly folderOf?: (payload: unknown) => unknown;
  /**
   * Whether an agent is in the middle of something, so that the next call may come at any time. `now` in
   * epoch milliseconds.
   */
  readonly isAwaited?: (now: number) => boolean;
}

/** What the server knows of the way that an agent's calls take. */
export interface Line {
  /**
   * Why calls that the agent posts itself do not arrive, and what to do; undefined when they do, or when it
   * posts none.
   */
  readonly fault: (host: string, root: string) => string | undefined;
  /** When calls that the agent posts itself found nobody; undefined when it posts none. */
  readonly silence: (host: string, root: string) => string | undefined;
}

export interface HostAnswer {
  /** The HTTP status; a hook that was started as a program prints the body whatever it is. */
  readonly status: number;
  /** Sent as JSON; a text is sent as it is; undefined is an empty answer. */
  readonly body: unknown;
}
