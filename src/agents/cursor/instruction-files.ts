import type { InstructionSource } from "../../app/instructions/instruction-source.js";

export const cursorFiles: InstructionSource = {
  agent: "cursor",
  atRoot: ["AGENTS.md", ".cursorrules", ".cursor/rules/*.mdc"],
  below: ["AGENTS.md"],
  besideFiles: true,
  imports: false,
};
