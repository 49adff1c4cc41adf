/**
 * The files of a project that each coding agent reads by itself when a session starts, as its documentation
 * says. A list is an order of choice: the agent reads the first that there is. `*` is any name in the folder.
 */
const filesByHost: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  "claude-code": ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", ".claude/rules/*.md"],
  codex: [["AGENTS.override.md", "AGENTS.md"]],
  opencode: [["AGENTS.md", "CLAUDE.md"]],
  gemini: ["GEMINI.md"],
  cursor: ["AGENTS.md", ".cursorrules", ".cursor/rules/*.mdc"],
};

/** Files of agents that Whetstone does not brief: compared for conflicts, and never a reason to be silent. */
const otherFiles = [".github/copilot-instructions.md"];

/** Agents that also read what a line of theirs names as `@path`. */
const hostsWithImports: ReadonlySet<string> = new Set(["claude-code", "gemini"]);

/** What an agent reads; nothing for one that is not known. */
export function filesReadBy(host: string): {
  readonly choices: readonly (readonly string[])[];
  readonly imports: boolean;
} {
  const choices = (filesByHost[host] ?? []).map((each) => (typeof each === "string" ? [each] : each));
  return { choices, imports: hostsWithImports.has(host) };
}

interface NestedFiles {
  readonly choices: readonly (readonly string[])[];
  /** Whether it also reads them where a file lies that it works on, not only around its own folder. */
  readonly besideFiles: boolean;
}

/** The files that each agent also reads in folders below the root. */
const nestedByHost: Readonly<Record<string, NestedFiles>> = {
  "claude-code": { choices: [["CLAUDE.md"], ["CLAUDE.local.md"]], besideFiles: true },
  codex: { choices: [["AGENTS.override.md", "AGENTS.md"]], besideFiles: false },
  opencode: { choices: [["AGENTS.md", "CLAUDE.md"]], besideFiles: false },
  gemini: { choices: [["GEMINI.md"]], besideFiles: true },
  cursor: { choices: [["AGENTS.md"]], besideFiles: true },
};

/** What an agent reads in folders below the root; nothing for one that is not known. */
export function nestedFilesOf(host: string): NestedFiles {
  return nestedByHost[host] ?? { choices: [], besideFiles: false };
}

/** Every agent whose files are known. */
export const instructedHosts: readonly string[] = Object.keys(filesByHost);

/** Every file that any agent reads. */
export const allInstructionFiles: readonly string[] = [
  ...new Set([...Object.values(filesByHost).flat(2), ...otherFiles]),
];
