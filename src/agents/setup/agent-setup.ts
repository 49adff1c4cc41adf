import type { HttpHook } from "../../base/project/http-hooks.js";
import type { McpCommand } from "./mcp-command.js";
import type { Probe } from "./probe.js";

/** Where an agent is set up. */
export interface SetupPlace {
  /** The project. */
  readonly root: string;
  /** `dist/` of this program. */
  readonly dist: string;
  /** Whether a program of this name is on the PATH. */
  readonly hasProgram: (name: string) => boolean;
  /** Where an agent that posts its events reaches the server. Without it every hook is a command. */
  readonly http?: ((host: string) => HttpHook) | undefined;
  /** How agents start our MCP server; undefined when it is not wanted. */
  readonly mcp?: McpCommand | undefined;
  /** The environment of the person, who may have settings of their own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whether git tracks a file, so that other machines get it too. */
  readonly isTracked?: (path: string) => boolean;
}

/** A file as it should be. */
export interface PlannedFile {
  /** Absolute. */
  readonly path: string;
  /** The new text of the file; `before` is null when there is no file. */
  readonly after: (before: string | null) => string;
  /** Whether the text holds an entry of Whetstone. */
  readonly holdsOurs: (text: string) => boolean;
  /** Files of the programs that our entries start, where they name any. */
  readonly programs?: (text: string) => readonly string[];
  /**
   * The text without our entries; null when nothing is left. `before` is the text before `init`, where that
   * is known.
   */
  readonly without: (text: string, before?: string | null) => string | null;
  /** What our entries are, in a few words: `11 hooks`. */
  readonly entries: string;
  /** Why the file is left alone, when it is. */
  readonly left?: (before: string | null) => string | undefined;
  /** The file holds a key, so that only its owner may read it. */
  readonly isPrivate?: boolean;
}

/** The person at this machine, whose own settings some agents consult. */
export interface SetupUser {
  readonly home: string;
  /** Where the person is; by default the root of the project. */
  readonly folder?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A problem that keeps an agent from calling us, and what to do about it. */
export interface SetupProblem {
  readonly detail: string;
  readonly next: string;
}

/** How one agent is made to call us. */
export interface AgentSetup {
  /** Whether the agent is installed on this machine or used in this project. */
  readonly isHere: (place: SetupPlace) => boolean;
  readonly files: (place: SetupPlace) => readonly PlannedFile[];
  /** What people use in the agent. Nothing depends on it, so one that is gone is no fault. */
  readonly extras?: (place: SetupPlace) => readonly PlannedFile[];
  /** The file in which the agent looks for a project's MCP servers. */
  readonly mcpFile?: (root: string, mcp: McpCommand) => PlannedFile;
  /**
   * Asks for the brief of a new session in `folder`, by the command in the agent's own settings; undefined
   * when our hook is not there. `session` is an id that no session had.
   */
  readonly probe?: (place: SetupPlace, folder: string, session: string) => Probe | undefined;
  /** An event without effect, for an agent that posts its events: shows that posts arrive. */
  readonly trialPost?: (root: string, session: string) => object;
  /** What else keeps the agent from calling us when the files that `init` wrote are in order. */
  readonly examine?: (place: SetupPlace, user: SetupUser) => readonly SetupProblem[];
  /** What the person has to do now. */
  readonly next: string;
  /** The same where our MCP server was registered too. */
  readonly nextWithServer?: string;
}

/** A setup together with the agent that it belongs to. */
export interface NamedSetup extends AgentSetup {
  readonly name: string;
  readonly title: string;
  /** What to do when its hooks are installed and never call. */
  readonly advice: string;
}
