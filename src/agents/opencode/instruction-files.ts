import type { InstructionSource } from "../../lessons/kept/instruction-source.js";

export const openCodeFiles: InstructionSource = {
  agent: "opencode",
  atRoot: [["AGENTS.md", "CLAUDE.md"]],
  below: [["AGENTS.md", "CLAUDE.md"]],
  besideFiles: false,
  imports: false,
};
