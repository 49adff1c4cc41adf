/** Work that was dropped so that the agent could continue. */
export interface Loss {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The verb that dropped it. */
  readonly stage: string;
  readonly reason: string;
}

/**
 * The port to the record of dropped work, which must work even when the store cannot be written. It never
 * throws and never waits; a loss that cannot be noted appears only in the result of the verb.
 */
export interface Losses {
  note(loss: Loss): void;
  /** The losses that are kept, oldest first. */
  list(): readonly Loss[];
  /** Changes the reasons that are kept: only for a text that a person wants forgotten. */
  rewrite(change: (reason: string) => string): void;
}
