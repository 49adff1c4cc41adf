/**
 * Files in one folder that an agent reads by itself, as its documentation says. A list within the list is an
 * order of choice: the agent reads the first that there is. `*` is any name in the folder.
 */
type Files = readonly (string | readonly string[])[];

/** What one coding agent reads by itself. */
export interface InstructionSource {
  /** Its name, as that of its folder. */
  readonly agent: string;
  /** At the root of the project, when a session starts. */
  readonly atRoot: Files;
  /** In folders below it. */
  readonly below: Files;
  /** Whether `below` counts where a file lies that it works on, not only around its own folder. */
  readonly besideFiles: boolean;
  /** Whether it reads what a line names as `@path`. */
  readonly imports: boolean;
}
