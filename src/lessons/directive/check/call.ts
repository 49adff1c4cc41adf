import type { WorkState } from "../fold/work-states.js";
import type { ReadCall } from "../rules/forbidden/read-call.js";
import type { FileEdit } from "./added-text.js";
import type { PlacedRun } from "./commands.js";

/** What is known of the work of a session. */
export interface WorkAround {
  readonly state: WorkState | undefined;
  /** The repository around a folder, under whatever name the state has it; undefined outside of any. */
  readonly repositoryOf: (folder: string) => string | undefined;
}

/** A call as checks see it: before it runs, after it, or in the record of a past session. */
export interface CheckedCall {
  readonly read: ReadCall;
  /** Its commands, each with the folder where it runs. */
  readonly placed: readonly PlacedRun[];
  /** Whether the tool changes its files. */
  readonly writes: boolean;
  /** What it makes of them, as far as that is known. */
  readonly edits: readonly FileEdit[];
  /** Where it runs. */
  readonly folder: string;
  readonly skill?: string | undefined;
}

/** Where a call happens, and what was done before it. */
export interface Around extends WorkAround {
  /** The branch that is checked out in a folder; undefined when that is not known. */
  readonly branchOf: (folder: string) => string | undefined;
  /** Whether a file is there already, by its path from the project; undefined when that is not known. */
  readonly exists: (file: string) => boolean | undefined;
}

/** What matches globs and regexes without asking for more time than the text is long. */
export interface Matchers {
  readonly glob: (glob: string, file: string) => boolean;
  /** How often a regex with its flags is found; undefined for one that cannot be read. */
  readonly regex: (pattern: string, flags: string) => ((text: string) => number) | undefined;
}

/** What a check says of a call that it is about. */
export interface Finding {
  /** `unsure`: what it needs to know was not seen. */
  readonly state: "kept" | "broken" | "unsure";
  /** The part of the call that it is about: a command, a file, a subject. */
  readonly what: string;
  /** For a step that lacks: since when. */
  readonly since?: string | undefined;
}
