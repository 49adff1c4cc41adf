export { type AgentRun, beginRun } from "./begin-run.js";
export { duringRun } from "./during-run.js";
export type { ModelRequest } from "./model-request.js";
export type { GeneratedAnswer, RunMiddleware } from "./run-middleware.js";
export type { RunEnd, RunOptions } from "./run-options.js";
export type { CallFacts, DescribeCall } from "./tool-use.js";
