/** The parts of the product that the replay of sessions uses, bundled from source. */

export { claudeCodeHost } from "../../src/agents/claude-code/host.js";
export { claudeCodeTranscripts } from "../../src/agents/claude-code/transcripts.js";
export { codexHost } from "../../src/agents/codex/host.js";
export { learnTranscripts } from "../../src/agents/transcripts/learn-transcripts.js";
export { payloadsOf } from "../../src/agents/transcripts/session-file.js";
export { Faults } from "../../src/agents/transcripts/transcript.js";
export { failureId } from "../../src/lessons/failure/rules/identity.js";
export { fromText } from "../../src/lessons/failure/rules/reflection/classify-tool-call.js";
export { isBad } from "../../src/lessons/failure/rules/reflection/tool-call.js";
export { hostSpeaker } from "../../src/verbs/call/speaker.js";
export { openProject, openWhetstone } from "../../src/verbs/open/open-whetstone.js";
