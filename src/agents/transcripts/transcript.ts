import type { MomentOf, TypedBy } from "../moment.js";

/** Something that an agent wrote down, with the time in epoch milliseconds at which it was over. */
export type Entry =
  | {
      readonly kind: "prompt";
      readonly at: number;
      readonly text: string;
      /** Undefined where a program wrote it. */
      readonly typedBy: TypedBy | undefined;
    }
  | {
      readonly kind: "call";
      readonly at: number;
      readonly startedAt: number;
      readonly id: string;
      /** As the agent's hook would have reported it. */
      readonly moment: MomentOf<"after-tool">;
      /** The branch that was checked out when it began, where the agent wrote that down. */
      readonly branch?: string | undefined;
    }
  /** The agent said that its turn was over: nothing stopped it before its end. */
  | { readonly kind: "answered"; readonly at: number }
  /** What the model wrote for one answer. */
  | { readonly kind: "tokens"; readonly at: number; readonly written: number };

/** What one agent wrote down of one session: that of the main agent, or of an agent that it started. */
export interface Transcript {
  /** The name of the coding agent. */
  readonly agent: string;
  readonly session: string;
  /** The session for the main agent, else the id of the agent. */
  readonly run: string;
  /** Where the session began. */
  readonly folder: string;
  /** The file, for messages. */
  readonly file: string;
  readonly startedAt: number;
  /** When it was last written. */
  readonly writtenAt: number;
  /** Its entries in the order of their times. Reads the file while it is iterated. */
  readonly entries: (faults: Faults) => Iterable<Entry>;
}

/** Whose calls a file holds, and until when they can have happened. */
export interface Where extends Pick<Transcript, "session" | "run" | "folder"> {
  readonly now: number;
}

/** A call that has not been answered yet. */
export interface Begun<Input> {
  readonly at: number;
  readonly name: string;
  readonly input: Input;
}

/** A finished call that also tells what was in a file before it was written: empty for a new one. */
export function withTextBefore(
  moment: MomentOf<"after-tool">,
  before: string | undefined,
): MomentOf<"after-tool"> {
  if (before === undefined) return moment;
  const edits = moment.use.edits.map((edit) =>
    edit.whole && edit.before === undefined ? { ...edit, before } : edit,
  );
  return { ...moment, use: { ...moment.use, edits } };
}

/** What could not be read. A damaged line costs that line, an unreadable file that file. */
export class Faults {
  damagedLines = 0;
  readonly files: { readonly file: string; readonly why: string }[] = [];

  refuse(file: string, why: string): void {
    this.files.push({ file, why });
  }
}

/** Where a user's agents keep what they write down. */
export interface TranscriptPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Epoch milliseconds: what is dated later counts as written now. */
  readonly now: number;
  /** A temporary folder; who made it removes it. */
  readonly scratch: string;
}

/** Finds what one coding agent wrote down, without reading all of it. */
export type FindTranscripts = (place: TranscriptPlace, faults: Faults) => Promise<readonly Transcript[]>;
