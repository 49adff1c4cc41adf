/** The parts of the product that the replay of sessions uses, bundled from source. */

export { claudeCodeHost } from "../../src/agents/claude-code/host.js";
export { claudeCodeTranscripts } from "../../src/agents/claude-code/transcripts.js";
export { codexHost } from "../../src/agents/codex/host.js";
export { learnTranscripts } from "../../src/agents/transcripts/learn-transcripts.js";
export { payloadsOf } from "../../src/agents/transcripts/session-file.js";
export { Faults } from "../../src/agents/transcripts/transcript.js";
export { hostSpeaker } from "../../src/app/speaker.js";
export { openProject, openWhetstone } from "../../src/compose/open-whetstone.js";
export { fromText } from "../../src/engines/reflection/classify-tool-call.js";
export { isBad } from "../../src/engines/reflection/tool-call.js";
export { failureId } from "../../src/lessons/failure/rules/identity.js";
