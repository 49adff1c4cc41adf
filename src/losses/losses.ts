/** What was given up so that the agent could go on. */
export interface Loss {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The verb that gave up. */
  readonly stage: string;
  readonly reason: string;
}

/**
 * The port to what was lost: the one thing that must still be written when the store cannot be. It never
 * fails and never waits; a loss that cannot even be noted is only in the verb's own answer.
 */
export interface Losses {
  note(loss: Loss): void;
  /** The newest that are kept, oldest first. */
  list(): readonly Loss[];
}
