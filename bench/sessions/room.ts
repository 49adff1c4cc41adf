/** The parts of the product that the replay of sessions uses, bundled from source. */
export { openWhetstone } from "../../src/compose/open-whetstone.js";
export { readFailure } from "../../src/engines/failures/read-failure.js";
export { failureId } from "../../src/engines/failures/signature.js";
export { classifyToolCall } from "../../src/engines/reflection/classify-tool-call.js";
export { claudeCodeHost } from "../../src/hosts/claude-code/host.js";
