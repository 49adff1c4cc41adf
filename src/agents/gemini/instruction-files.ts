import type { InstructionSource } from "../../app/instructions/instruction-source.js";

export const geminiFiles: InstructionSource = {
  agent: "gemini",
  atRoot: ["GEMINI.md"],
  below: ["GEMINI.md"],
  besideFiles: true,
  imports: true,
};
