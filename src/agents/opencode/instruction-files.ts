import type { InstructionSource } from "../../app/instructions/instruction-source.js";

export const openCodeFiles: InstructionSource = {
  agent: "opencode",
  atRoot: [["AGENTS.md", "CLAUDE.md"]],
  below: [["AGENTS.md", "CLAUDE.md"]],
  besideFiles: false,
  imports: false,
};
