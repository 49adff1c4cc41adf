/** Whose moment it is, and where. */
export interface Place {
  /** The host, as it signs what it brings. */
  readonly host: string;
  /** Any folder of the project. */
  readonly root: string;
  /** The host's session; it is the phase of the work. */
  readonly session: string;
  /** The session for the agent that a person talks to, else the id of the agent. */
  readonly run: string;
  /** Undefined for the agent that a person talks to. */
  readonly role: string | undefined;
  /** Tools that its agents have: a lesson may be scoped to one of them. */
  readonly tools: readonly string[];
}

/** A tool call in the host's words. */
export interface ToolUse {
  readonly tool: string;
  /** Unique in the session; undefined where the host gives none. */
  readonly id: string | undefined;
  /** The command of a shell. */
  readonly command: string | undefined;
  /** Files that it writes or reads. */
  readonly files: readonly string[];
  /** Whether it changes those files. */
  readonly writes: boolean;
  /** The outside service that it works through. */
  readonly adapter: string | undefined;
  /** What it was given, in one text. */
  readonly input: string;
}

/** What the host itself says of a call that is over. */
interface ToolFacts {
  readonly isError?: boolean;
  readonly exitCode?: number;
  readonly rejected?: boolean;
  readonly interrupted?: boolean;
}

/**
 * What happens in a session of any coding agent, as far as it concerns us. Each host translates its own
 * events to these.
 */
export type Moment = Place &
  (
    | {
        readonly kind: "session-start" /** The conversation still holds what it was shown. */;
        readonly again: boolean;
      }
    | {
        readonly kind: "prompt";
        readonly text: string;
        /** What was shown for earlier prompts is not in the conversation any more. */
        readonly anew?: true;
      }
    | { readonly kind: "agent-start" }
    | { readonly kind: "before-tool"; readonly use: ToolUse }
    | {
        readonly kind: "after-tool";
        readonly use: ToolUse;
        readonly output: string;
        readonly facts: ToolFacts;
      }
    | {
        readonly kind: "answer";
        readonly text: string;
        /** Whether the agent may be asked for one more turn: once, and never in a circle. */
        readonly mayGoOn: boolean;
      }
    | { readonly kind: "turn-failed" }
    | {
        readonly kind: "session-end";
        /** It was work, even if no tool was used. */
        readonly worked?: true;
        /** How it ended, where somebody knows better than what was seen of it. */
        readonly result?: "success" | "partial" | "failure";
      }
  );

export type MomentOf<Kind extends Moment["kind"]> = Extract<Moment, { readonly kind: Kind }>;

/** What a host is to do. Nothing at all is the usual answer. */
export interface Reply {
  /** For the agent's context. */
  readonly context?: string;
  /** The tool must not run, or a person has to be asked; with the reason and the way out. */
  readonly refusal?: { readonly decision: "deny" | "ask"; readonly reason: string };
  /** For the person, not for the agent. */
  readonly notice?: string;
  /** The agent should go on for one more turn, and why. */
  readonly goOn?: string;
}
