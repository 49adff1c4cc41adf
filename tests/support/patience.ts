/**
 * Variables that give every verb and every writer all the time it needs. A test of one of these limits sets it
 * itself, by `set` or by an environment of its own; every other test must hold on a busy machine.
 */
export const patience = {
  WHETSTONE_INSIGHTS_BRIEF_LIMIT_MS: "60000",
  WHETSTONE_INSIGHTS_CAPTURE_LIMIT_MS: "600000",
  WHETSTONE_STORE_BUSY_WAIT_MS: "600000",
  WHETSTONE_DIRECTIVES_PREDICATE_TIMEOUT_MS: "600000",
  // What chance holds out would make a test fail by chance; a test of that switches it on by `set`.
  WHETSTONE_EVIDENCE_ENABLED: "false",
} as const;

/** The same in a project's whetstone.json: a server in the background takes these variables from nobody. */
export const patientSettings = {
  insights: { briefLimitMs: 60_000, captureLimitMs: 600_000 },
  store: { busyWaitMs: 600_000 },
  directives: { predicateTimeoutMs: 600_000 },
  evidence: { enabled: false },
} as const;
