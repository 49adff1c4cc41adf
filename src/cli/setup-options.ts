import { relative } from "node:path";
import { addedLines, removedLines } from "../setup/added-lines.js";
import type { AgentSetup } from "../setup/agent-setup.js";
import type { FileChange } from "../setup/plan-setup.js";

/** One option for each agent; without any, all that are here. */
export const agentOptions = {
  "claude-code": { type: "boolean", about: "Claude Code." },
  codex: { type: "boolean", about: "Codex." },
  opencode: { type: "boolean", about: "OpenCode." },
  gemini: { type: "boolean", about: "Gemini CLI." },
  cursor: { type: "boolean", about: "Cursor; written from its documentation, not run with it." },
} as const;

export function chosenAgents(
  values: Readonly<Record<string, unknown>>,
  setups: readonly AgentSetup[],
  otherwise: (setup: AgentSetup) => boolean,
): readonly AgentSetup[] {
  const named = setups.filter(({ name }) => values[name] === true);
  return named.length > 0 ? named : setups.filter(otherwise);
}

/** Each file with the lines that would come and go. */
export function showChanges(changes: readonly FileChange[], root: string): string {
  return changes
    .flatMap(({ path, before, after }) => {
      const what = before === null ? "create" : after === null ? "delete" : "change";
      return [
        `${what} ${relative(root, path)}`,
        ...removedLines(before, after).map((line) => `  - ${withoutKey(line)}`),
        ...addedLines(before, after).map((line) => `  + ${withoutKey(line)}`),
      ];
    })
    .join("\n");
}

/** A terminal is seen and logged by others. */
function withoutKey(line: string): string {
  return line.replace(/Bearer [0-9a-f]{64}/, "Bearer …");
}
