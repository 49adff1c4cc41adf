import type { InstructionSource } from "../../lessons/kept/instruction-source.js";

export const geminiFiles: InstructionSource = {
  agent: "gemini",
  atRoot: ["GEMINI.md"],
  below: ["GEMINI.md"],
  besideFiles: true,
  imports: true,
};
