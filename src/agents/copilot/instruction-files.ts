import type { InstructionSource } from "../../lessons/kept/instruction-source.js";

export const copilotFiles: InstructionSource = {
  agent: "copilot",
  atRoot: [
    "AGENTS.md",
    "CLAUDE.md",
    "GEMINI.md",
    ".github/copilot-instructions.md",
    ".github/instructions/*.instructions.md",
  ],
  below: ["AGENTS.md"],
  besideFiles: false,
  imports: false,
};
