/** The parts of the product that read rules and ask them of past calls, bundled from source. */

export { toolUseOf } from "../../src/agents/claude-code/tool-use.js";
export { PastSteps } from "../../src/agents/transcripts/past-steps.js";
export { pastRules } from "../../src/lessons/directive/bound/past-rules.js";
export { parseCheck } from "../../src/lessons/directive/check/check.js";
export { compileRule } from "../../src/lessons/directive/compile/compile-rule.js";
