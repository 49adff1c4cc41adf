/** The defaults of `record`. Kept apart from the schema, so that a fold can read them without loading it. */
export const outcomeDefaults = {
  filesTouched: [] as string[],
  adaptersUsed: [] as string[],
  riskLevel: "medium",
  rollbackOccurred: false,
  humanOverride: false,
  skillsUsed: [] as string[],
  criteria: [] as string[],
  agentDecisions: [] as { agent: string; decision: "approve" | "reject" | "abstain"; confidence: number }[],
  cause: "task",
} as const;
