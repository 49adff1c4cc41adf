import type { FileEdit } from "../lessons/directive/check/added-text.js";

/** Which agent a moment belongs to, and where it works. */
export interface Place {
  /** The name of the host. */
  readonly host: string;
  /** The folder that the agent works in now. */
  readonly root: string;
  /** The folder in which the session began, where the host says so. */
  readonly startedIn?: string | undefined;
  /** The host's session, which is the phase of the work. */
  readonly session: string;
  /** The session for the agent that a person talks to, else the id of the agent. */
  readonly run: string;
  /** Undefined for the agent that a person talks to. */
  readonly role: string | undefined;
  /** The agent's tools: a lesson may be scoped to one of them. */
  readonly tools: readonly string[];
}

/** A tool call, by the names that lessons use. */
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
  /** The outside service that it uses. */
  readonly adapter: string | undefined;
  /** What it makes of these files, as far as its input says. */
  readonly edits: readonly FileEdit[];
  /** The skill that it asks for. */
  readonly skill?: string | undefined;
  /** Its input as one text. */
  readonly input: string;
}

/** `unknown`: the host does not show whether a person or a program wrote a prompt. */
export type TypedBy = "person" | "unknown";

/** What the host itself reports about a finished call. */
interface ToolFacts {
  readonly isError?: boolean;
  readonly exitCode?: number;
  readonly rejected?: boolean;
  readonly hookBlocked?: boolean;
  readonly interrupted?: boolean;
}

/** The events of a session that matter to us. Each host translates its own events to these. */
export type Moment = Place &
  (
    | {
        readonly kind: "session-start";
        /** The conversation still holds what it was shown. */
        readonly again: boolean;
      }
    | {
        readonly kind: "prompt";
        readonly text: string;
        /** Who typed it, where it may be a person; undefined in a run without one and for other agents. */
        readonly typedBy?: TypedBy | undefined;
        /** The briefs for earlier prompts are no longer in the conversation. */
        readonly anew?: true;
      }
    | { readonly kind: "agent-start" }
    | { readonly kind: "before-tool"; readonly use: ToolUse }
    | {
        readonly kind: "after-tool";
        readonly use: ToolUse;
        readonly output: string;
        readonly facts: ToolFacts;
        /** The words with which a person refused the call. */
        readonly refusedWith?: string | undefined;
        /** It was only started, in the background: how it ends is reported later. */
        readonly started?: true;
      }
    | {
        readonly kind: "background-ended";
        /** The id of the tool call that started it. */
        readonly call: string;
        readonly output: string;
        readonly facts: ToolFacts;
      }
    | {
        readonly kind: "answer";
        readonly text: string;
        /** The text begins with what the agent answered before in this turn. */
        readonly repeats?: true;
        /** Whether the agent may be asked for one more turn. False after it was asked: never in a loop. */
        readonly mayGoOn: boolean;
      }
    | { readonly kind: "turn-failed" }
    | {
        readonly kind: "session-end";
        /** The session did work, even if it used no tool. */
        readonly worked?: true;
        /** The outcome, where the caller knows it. */
        readonly result?: "success" | "partial" | "failure";
      }
  );

export type MomentOf<Kind extends Moment["kind"]> = Extract<Moment, { readonly kind: Kind }>;

/** What a host should do. Usually empty. */
export interface Reply {
  /** For the agent's context. */
  readonly context?: string;
  /** The tool must not run, or a person has to be asked; the reason says what to do instead. */
  readonly refusal?: { readonly decision: "deny" | "ask"; readonly reason: string };
  /** A message for the person, not for the agent. */
  readonly notice?: string;
  /** The agent should go on for one more turn, and why. */
  readonly goOn?: string;
}
