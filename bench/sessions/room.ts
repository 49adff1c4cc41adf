/** The parts of the product that the replay of sessions uses, bundled from source. */
export { hostSpeaker } from "../../src/app/speaker.js";
export { openProject, openWhetstone } from "../../src/compose/open-whetstone.js";
export { coverageOf } from "../../src/engines/evidence/coverage.js";
export { readFailure } from "../../src/engines/failures/read-failure.js";
export { failureId } from "../../src/engines/failures/signature.js";
export { classifyToolCall } from "../../src/engines/reflection/classify-tool-call.js";
export { claudeCodeHost } from "../../src/hosts/claude-code/host.js";
export { claudeCodeTranscripts } from "../../src/transcripts/claude-code.js";
export { courseOf } from "../../src/transcripts/course-of-replay.js";
export { learnTranscripts } from "../../src/transcripts/learn-transcripts.js";
export { replaySessions } from "../../src/transcripts/replay-sessions.js";
export { Faults } from "../../src/transcripts/transcript.js";
