export { type ErrorCode, WhetstoneError } from "./base/errors.js";
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
export type { OpenOptions, Progress } from "./verbs/open/open-options.js";
export { openWhetstone } from "./verbs/open/open-whetstone.js";
export type { Whetstone } from "./verbs/open/whetstone.js";
export { reportHtml } from "./verbs/report/report-html.js";
export { reportMarkdown } from "./verbs/report/report-markdown.js";
