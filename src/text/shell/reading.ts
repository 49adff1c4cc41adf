/** Deeper nesting than people write. What is deeper is read flat, as if it stood beside its surroundings. */
export const deepest = 50;

/** A here-document whose text begins in the next line. */
export interface Waiting {
  /** The line that ends it. */
  readonly end: string;
  /** `<<-`: tabs before a line do not count. */
  readonly tabbed: boolean;
  /** `<<'EOF'`: nothing in it is substituted. */
  readonly quoted: boolean;
  /** The inputs of the command that reads it. */
  readonly input: string[];
}

/** One command of a script. */
export interface ShellLine {
  /** As the program gets them: quotes are resolved, redirections are gone, a substitution is `$()`. */
  readonly words: readonly string[];
  /** Texts that it reads as its input: here-documents and here-strings. */
  readonly input: readonly string[];
  /** The stage of the pipe whose output it reads. */
  readonly before: ShellLine | undefined;
}

/** A script that is being read, from one place on. Lists inside of lists move the same place. */
export interface Reading {
  readonly text: string;
  at: number;
  depth: number;
  readonly lines: ShellLine[];
  readonly waiting: Waiting[];
  /** Inside `((…))`, where `<<` shifts bits. */
  sums: boolean;
  /**
   * Reads a list inside brackets or backticks that `length` characters open, and gives what stands for it in
   * its word.
   */
  readonly nested: (reading: Reading, length: number) => string;
}
