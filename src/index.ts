export type { AcknowledgeInput, AcknowledgeResult } from "./app/acknowledge.js";
export type { CheckToolInput, CheckToolResult } from "./app/check-tool.js";
export type { DeliberateInput, DeliberateResult } from "./app/deliberate.js";
export type { DoctorResult } from "./app/doctor.js";
export type { EndPhaseInput, EndPhaseResult } from "./app/end-phase.js";
export type {
  ErrorInput,
  ErrorListResult,
  ErrorResult,
  ErrorStatsResult,
  ResolveResult,
} from "./app/errors.js";
export type { FeedbackInput, FeedbackResult } from "./app/feedback.js";
export type { BeginPhaseInput, BeginPhaseResult, GateInput, GateResult } from "./app/gate.js";
export type { ImportResult } from "./app/import-log.js";
export type { OutcomeScoreInput, OutcomeScoreResult } from "./app/outcome-score.js";
export type { PolicyResult, SetPolicyInput } from "./app/policy.js";
export type { RebuildResult } from "./app/rebuild.js";
export type { ReflectInput, ReflectResult } from "./app/reflect.js";
export { reportHtml } from "./app/report-html.js";
export { reportMarkdown } from "./app/report-markdown.js";
export type { RestoreResult } from "./app/restore.js";
export type { ReviewInput, ReviewResult } from "./app/review.js";
export type { SearchInput, SearchResult } from "./app/search.js";
export type { OpenOptions, Progress } from "./compose/open-options.js";
export { openWhetstone } from "./compose/open-whetstone.js";
export type { Whetstone } from "./compose/whetstone.js";
export { classifyError } from "./engines/errors/classify-error.js";
export type { ErrorEntry } from "./engines/errors/error-context.js";
export type { ErrorType } from "./engines/errors/error-type.js";
export { type ErrorCode, WhetstoneError } from "./errors.js";
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
