import type { InstructionSource } from "../../lessons/kept/instruction-source.js";

export const claudeCodeFiles: InstructionSource = {
  agent: "claude-code",
  atRoot: ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", ".claude/rules/*.md"],
  below: ["CLAUDE.md", "CLAUDE.local.md"],
  besideFiles: true,
  imports: true,
};
