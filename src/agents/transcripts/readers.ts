import { claudeCodeTranscripts } from "./claude-code.js";
import { codexTranscripts } from "./codex.js";
import { geminiTranscripts } from "./gemini.js";
import { opencodeTranscripts } from "./opencode.js";
import type { TranscriptReader } from "./transcript.js";

/** Every coding agent whose transcripts can be read. */
export const transcriptReaders: readonly TranscriptReader[] = [
  claudeCodeTranscripts,
  codexTranscripts,
  opencodeTranscripts,
  geminiTranscripts,
];
