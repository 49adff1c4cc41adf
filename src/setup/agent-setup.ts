import type { HttpHook } from "../project/http-hooks.js";
import type { McpCommand } from "./mcp-command.js";
import type { Probe } from "./probe.js";

/** Where an agent is set up. */
export interface SetupPlace {
  /** The project. */
  readonly root: string;
  /** `dist/` of this program. */
  readonly dist: string;
  /** Whether a program of this name can be started. */
  readonly hasProgram: (name: string) => boolean;
  /**
   * Where a host that speaks HTTP itself reaches the server in this project; without it every hook is a
   * command.
   */
  readonly http?: ((host: string) => HttpHook) | undefined;
  /** How agents start our MCP server; undefined when nobody wants it. */
  readonly mcp?: McpCommand | undefined;
  /** Whether git keeps a file, so that others get what is in it. */
  readonly isTracked?: (path: string) => boolean;
}

/** A file as it should be. */
export interface PlannedFile {
  /** Absolute. */
  readonly path: string;
  /** The text that takes its place; `before` is null when there is no file. */
  readonly after: (before: string | null) => string;
  /** Whether something in the text is ours. */
  readonly holdsOurs: (text: string) => boolean;
  /** Files of programs that the text makes the agent start, where it names any. */
  readonly programs?: (text: string) => readonly string[];
  /**
   * The text without what is ours; null when nothing is left. `before` is what was there before us, where
   * that is known.
   */
  readonly without: (text: string, before?: string | null) => string | null;
  /** Why nothing of ours goes into the file, where that is so. */
  readonly left?: (before: string | null) => string | undefined;
  /** It holds a key, so that nobody else may read it. */
  readonly isPrivate?: boolean;
}

/** How one agent is made to call us, and what it needs for that. */
export interface AgentSetup {
  /** As in `--claude-code`. */
  readonly name: string;
  readonly title: string;
  /** Whether it is on this machine or used in this project. */
  readonly isHere: (place: SetupPlace) => boolean;
  readonly files: (place: SetupPlace) => readonly PlannedFile[];
  /**
   * Asks for the brief of a new session in `folder`, by what was written for the agent; undefined when
   * nothing of ours is there. `session` is an id that no session had.
   */
  readonly probe?: (place: SetupPlace, folder: string, session: string) => Probe | undefined;
  /** What the person has to do now. */
  readonly next: string;
}
