import type { Whetstone } from "../compose.js";

/** A coding agent that calls us by its hooks. */
export interface Host {
  /** As in `POST /v1/hooks/<name>`. */
  readonly name: string;
  /**
   * Answers one call of the agent, in the agent's own format. `payload` is what it sent, unchecked. `open` gives the project
   * around a folder, warm; it is not to be closed. Should this throw, the server answers with an error and the hook fails open.
   */
  handle(payload: unknown, open: (root: string) => Promise<Whetstone>): Promise<HostAnswer>;
}

export interface HostAnswer {
  /** The HTTP status; a hook that was started as a program prints the body whatever it is. */
  readonly status: number;
  /** Sent as JSON; a text is sent as it is; undefined is an empty answer. */
  readonly body: unknown;
}
