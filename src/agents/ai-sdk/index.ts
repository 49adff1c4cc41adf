export { type AgentRun, beginRun, duringRun } from "./agent-run.js";
export type { ModelRequest } from "./model-request.js";
export type { GeneratedAnswer, RunMiddleware } from "./run-middleware.js";
export type { CallFacts, DescribeCall } from "./tool-use.js";
export type { RunEnd, RunOptions } from "./watched-run.js";
export { withoutAcknowledgements } from "./without-acknowledgements.js";
