/**
 * What a failure is about, which decides whether and when it is worth a line:
 * misuse: a command, flag, script, argument or folder that does not exist · environment: a missing program,
 * permission, port, network, credential or version · host: the agent's own tools · refused: a person or a
 * rule said no · nothing: an answer that only looks like a failure · work: the code that is being written.
 */
export type FailureKind = "misuse" | "environment" | "host" | "refused" | "nothing" | "work";

/** What went wrong in one call of a tool. */
export interface Failure {
  readonly kind: FailureKind;
  /** What failed: a program with its sub-command such as `git push`, or the tool itself. */
  readonly program: string;
  /** The line of the output that states the cause, as printed; "" when none does. */
  readonly cause: string;
  /** What the cause names: a flag, a script, a program, a path; "" when it names nothing. */
  readonly named: string;
  /** Commands that the output itself proposes. */
  readonly suggested: readonly string[];
}
