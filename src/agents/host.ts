import type { ProjectPlace } from "../base/project/identify.js";
import type { SessionBeginnings } from "../base/project/session-beginnings.js";
import type { Whetstone } from "../verbs/open/whetstone.js";

/** Opens the project around a folder; with `as` the project that the folder was. */
export type OpenProject = (root: string, as?: ProjectPlace) => Promise<Whetstone>;

/** A coding agent that calls us by its hooks. */
export interface Host {
  /** As in `POST /v1/hooks/<name>`. */
  readonly name: string;
  /**
   * Answers one call of the agent, in the agent's own format. `payload` is what the agent sent, unchecked.
   * `open` opens the project around a folder; the handle is shared and must not be closed. An event of which
   * only the beginning is there is thrown back, unless a tool is about to run. If this throws,
   * the server answers with an error and the hook fails open.
   */
  handle(payload: unknown, open: OpenProject, diagnostics?: HookDiagnostics): Promise<HostAnswer>;
  /** Whether it may be called with the key of one project. */
  readonly posts?: boolean;
  /** See `Agent.postsBy`. */
  readonly postsBy?: string | undefined;
  /** Whether an agent is in the middle of a turn, so that the next call may come at any time. */
  readonly isAwaited?: (nowMs: number) => boolean;
}

/** The facts of an agent's call besides its payload. */
export interface HookDiagnostics {
  /** How the agent was started, as it tells the programs that it runs. */
  readonly entry?: string | undefined;
  /** Where the session began, as the host tells the programs that it runs, or as its key says. */
  readonly startedIn?: string | undefined;
  /** Why the payload is only the beginning of what the agent sent: then no tool may run. */
  readonly cutShort?: Error | undefined;
  /** What outlives this process of where sessions began. */
  readonly beginnings?: SessionBeginnings | undefined;
  /**
   * Opens the project around the folder of a call, where that is not the session's: for a verdict, and nothing
   * else. As `open`, if left out.
   */
  readonly elsewhere?: {
    readonly open: (folder: string) => Promise<Whetstone>;
    /** Whether the caller may read which rule of that project forbids a call. */
    readonly mayQuote: boolean;
  };
  /** Notes a call for which no project could be opened, and whether it went on all the same. */
  readonly lost?: (reason: string, wentOn: boolean) => void;
  /** Why posted events do not arrive, and what to do; undefined when they do, or when none are posted. */
  readonly postFault: (host: string, root: string) => string | undefined;
  /** What a person should hear of calls that went unchecked; each of them is told once. */
  readonly uncheckedCalls?: () => string | undefined;
  /** When posted events found no server; undefined when none are posted. */
  readonly missedPosts: (host: string, root: string) => string | undefined;
}

export interface HostAnswer {
  /** The HTTP status. A hook that runs as a program prints the body of any answer below 400. */
  readonly status: number;
  /** Sent as JSON, or as it is when it is a text; undefined is an empty answer. */
  readonly body: unknown;
}
