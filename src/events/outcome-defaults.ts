/**
 * What a caller of `record` means who does not say. Apart from the schema, so that a fold can read it without
 * loading one.
 */
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
