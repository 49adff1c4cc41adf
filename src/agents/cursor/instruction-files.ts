import type { InstructionSource } from "../../lessons/kept/instruction-source.js";

export const cursorFiles: InstructionSource = {
  agent: "cursor",
  atRoot: ["AGENTS.md", ".cursorrules", ".cursor/rules/*.mdc"],
  below: ["AGENTS.md"],
  besideFiles: true,
  imports: false,
};
