import type { InstructionSource } from "../../lessons/kept/instruction-source.js";

export const codexFiles: InstructionSource = {
  agent: "codex",
  atRoot: [["AGENTS.override.md", "AGENTS.md"]],
  below: [["AGENTS.override.md", "AGENTS.md"]],
  besideFiles: false,
  imports: false,
};
