import { claudeCodeFiles } from "../../agents/claude-code/instruction-files.js";
import { codexFiles } from "../../agents/codex/instruction-files.js";
import { copilotFiles } from "../../agents/copilot/instruction-files.js";
import { cursorFiles } from "../../agents/cursor/instruction-files.js";
import { geminiFiles } from "../../agents/gemini/instruction-files.js";
import { openCodeFiles } from "../../agents/opencode/instruction-files.js";
import type { InstructionSource } from "../../lessons/kept/instruction-source.js";

/** What each coding agent reads by itself: whatever opens a project, in whichever program, knows all of them. */
export const instructionSources: readonly InstructionSource[] = [
  claudeCodeFiles,
  codexFiles,
  openCodeFiles,
  geminiFiles,
  copilotFiles,
  cursorFiles,
];
