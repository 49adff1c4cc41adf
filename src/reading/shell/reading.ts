import type { Known } from "./known.js";

/**
 * Deeper nesting than people write. Anything deeper is read flat, at the level of its surroundings, and is
 * noted as not read.
 */
export const deepest = 50;

/** One simple command: a program and its words. */
export interface Command {
  /** As the program gets them: quotes are resolved, redirections are gone, a substitution is `$()`. */
  readonly words: readonly string[];
  /** The same words without what was quoted or substituted in them: names and options, not texts. */
  readonly bare: readonly string[];
  /** Texts that it reads: here-documents, here-strings, and what `<(…)` is known to print. */
  readonly input: readonly string[];
  /** Files that its input comes from. */
  readonly source: readonly string[];
  /** Files that its output goes to. */
  readonly output: readonly string[];
  /** The commands of the substitutions in its words. */
  readonly inside: readonly Command[];
  /** The stage of the pipe whose output it reads. */
  readonly before: Command | undefined;
  /** The shell that runs it; undefined for the one that runs the script. */
  readonly shell: Shell | undefined;
}

/** A shell that another one starts: a `cd` in it ends with it. */
export interface Shell {
  readonly parent: Shell | undefined;
}

/** `( … )`. */
export interface Group {
  readonly list: CommandList;
}

/** The part between two of `&&` and `||`. */
export interface Link {
  /** How it is joined to the link before it in its chain. */
  readonly joint: "first" | "and" | "or";
  /** The stages of a pipe. */
  readonly stages: readonly (Command | Group)[];
}

/** Chains of `&&` and `||`, one after the other. */
export type CommandList = readonly (readonly Link[])[];

/** A here-document whose text begins in the next line. */
export interface PendingDocument {
  /** The line that ends it. */
  readonly end: string;
  /** `<<-`: tabs before a line do not count. */
  readonly tabbed: boolean;
  /** `<<'EOF'`: nothing in it is substituted. */
  readonly quoted: boolean;
  /** The inputs of the command that reads it. */
  readonly input: string[];
}

/** `{ … }` that is not closed yet. */
interface Block {
  readonly at: number;
  /** The function whose body it is. */
  readonly name: string | undefined;
}

/** A script that is being read, from one place on. Nested lists move the same place. */
export interface Reading {
  readonly text: string;
  at: number;
  depth: number;
  readonly commands: Command[];
  /** Those of them that `&` leaves running. */
  readonly background: Set<Command>;
  /** The shell that runs the list that is being read. */
  shell: Shell | undefined;
  readonly pending: PendingDocument[];
  /** The blocks that are open in the list that is being read. */
  blocks: Block[];
  /** The function whose body comes next, and where. */
  named: Block | undefined;
  /** Inside `((…))`, where `<<` shifts bits. */
  arithmetic: boolean;
  /** The values of variables and substitutions; without them they stay as they are written. */
  readonly known: Known | undefined;
  /** Reads the substitution that `length` characters open, and returns what stands for it in its word. */
  readonly substitution: (reading: Reading, length: number) => string;
}

/** The text that a sticky pattern matches here, which is consumed; "" when it does not match. */
export function take(reading: Reading, pattern: RegExp): string {
  pattern.lastIndex = reading.at;
  const found = pattern.exec(reading.text)?.[0] ?? "";
  reading.at += found.length;
  return found;
}
