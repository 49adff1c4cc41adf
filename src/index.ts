export { reportHtml } from "./app/report/report-html.js";
export { reportMarkdown } from "./app/report/report-markdown.js";
export { type ErrorCode, WhetstoneError } from "./base/errors.js";
export type { OpenOptions, Progress } from "./compose/open-options.js";
export { openWhetstone } from "./compose/open-whetstone.js";
export type { Whetstone } from "./compose/whetstone.js";
export { classifyError } from "./runs/errors/classify-error.js";
export type { ErrorEntry } from "./runs/errors/error-context.js";
export type { ErrorType } from "./runs/errors/error-type.js";
export {
  buildLearningReport,
  loadLearningState,
  saveLearningState,
} from "./seeds/governance/learning-state.js";
export { type RunToRecord, recordRunOutcome } from "./seeds/governance/record-run-outcome.js";
export { ErrorAccumulator, type ErrorOptions } from "./seeds/swarm/error-accumulator.js";
export { type ErrorStorage, errorStorage } from "./seeds/swarm/error-storage.js";
export { type FeedbackStorage, feedbackStorage } from "./seeds/swarm/feedback-storage.js";
export { type MaturityStorage, maturityStorage } from "./seeds/swarm/maturity-storage.js";
export type { ProjectSource } from "./seeds/swarm/project.js";
export {
  getSemanticMemoryStore,
  type MemoryHealth,
  type PatternMatch,
  type PatternMetadata,
  type PatternRecord,
  type QueryOptions,
  type SemanticMemoryStore,
} from "./seeds/swarm/semantic-memory.js";
export type { CallOptions } from "./verbs/frame/call-options.js";
export type { Input, Result, VerbName } from "./verbs/frame/handle.js";
