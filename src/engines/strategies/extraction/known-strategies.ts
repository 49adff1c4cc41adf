/** The ways to split work that a description is searched for, under the names they are credited by. */
export const knownStrategies = [
  "Split by file type",
  "Split by component",
  "Split by layer (UI/logic/data)",
  "Split by feature",
  "One file per subtask",
  "Handle shared types first",
  "Separate API routes",
  "Tests alongside implementation",
  "Tests in separate subtask",
  "Maximize parallelization",
  "Sequential execution order",
  "Respect dependency chain",
] as const;

export type KnownStrategyLabel = (typeof knownStrategies)[number];
