import { relative } from "node:path";
import type { Agent } from "../../agents/agent.js";
import type { NamedSetup } from "../../agents/setup/agent-setup.js";
import type { FileChange } from "../../agents/setup/plan-setup.js";

interface AgentOption {
  readonly type: "boolean";
  readonly about: string;
}

/** An option for each agent; a call without any means all agents that are here. */
export function agentOptions(agents: readonly Agent[]): Readonly<Record<string, AgentOption>> {
  return Object.fromEntries(
    agents.map(({ name, option }) => [name, { type: "boolean", about: option } as const]),
  );
}

/** The options of `init` and `uninstall` that say how to proceed. */
export const changeOptions = {
  "dry-run": { type: "boolean", about: "Only show which files would change." },
  diff: { type: "boolean", about: "Show every line that would change." },
  yes: { type: "boolean", about: "Do not ask." },
} as const;

export function chosenAgents(
  values: Readonly<Record<string, unknown>>,
  setups: readonly NamedSetup[],
  otherwise: (setup: NamedSetup) => boolean,
): readonly NamedSetup[] {
  const named = setups.filter(({ name }) => values[name] === true);
  return named.length > 0 ? named : setups.filter(otherwise);
}

/** One line for each file, or with `diff` every line that comes and goes. */
export function showChanges(changes: readonly FileChange[], root: string, diff: boolean): string {
  const lines = changes.flatMap(({ path, before, after, entries }) => {
    const what = before === null ? "create" : after === null ? "delete" : "change";
    const head = `${what} ${relative(root, path)}`;
    if (!diff) return [`${head}: ${entries}`];
    return [
      head,
      ...linesOnlyIn(before, after).map((line) => `  - ${withoutBearer(line)}`),
      ...linesOnlyIn(after, before).map((line) => `  + ${withoutBearer(line)}`),
    ];
  });
  return [...lines, ...(diff ? [] : ["--diff shows every line."])].join("\n");
}

function linesOnlyIn(text: string | null, other: string | null): readonly string[] {
  const left = new Map<string, number>();
  for (const line of (other ?? "").split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  return (text ?? "").split("\n").filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0 && line.trim() !== "";
  });
}

/** Others may see the terminal or its log. */
function withoutBearer(line: string): string {
  return line.replace(/Bearer [0-9a-f]{64}/, "Bearer …");
}
