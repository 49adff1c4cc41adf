/**
 * Files in one folder that an agent reads by itself, as its documentation says. A list within the list is an
 * order of choice: the agent reads the first that there is. `*` is any name in the folder.
 */
type Files = readonly (string | readonly string[])[];

interface InstructionSource {
  /** At the root of the project, when a session starts. */
  readonly atRoot: Files;
  /** In folders below it. */
  readonly below: Files;
  /** Whether `below` counts where a file lies that it works on, not only around its own folder. */
  readonly besideFiles: boolean;
  /** Whether it reads what a line names as `@path`. */
  readonly imports: boolean;
}

const sources: Readonly<Record<string, InstructionSource>> = {
  "claude-code": {
    atRoot: ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", ".claude/rules/*.md"],
    below: ["CLAUDE.md", "CLAUDE.local.md"],
    besideFiles: true,
    imports: true,
  },
  codex: {
    atRoot: [["AGENTS.override.md", "AGENTS.md"]],
    below: [["AGENTS.override.md", "AGENTS.md"]],
    besideFiles: false,
    imports: false,
  },
  opencode: {
    atRoot: [["AGENTS.md", "CLAUDE.md"]],
    below: [["AGENTS.md", "CLAUDE.md"]],
    besideFiles: false,
    imports: false,
  },
  gemini: { atRoot: ["GEMINI.md"], below: ["GEMINI.md"], besideFiles: true, imports: true },
  cursor: {
    atRoot: ["AGENTS.md", ".cursorrules", ".cursor/rules/*.mdc"],
    below: ["AGENTS.md"],
    besideFiles: true,
    imports: false,
  },
};

const noSource: InstructionSource = { atRoot: [], below: [], besideFiles: false, imports: false };

/** Files of agents that Whetstone does not brief: compared for conflicts, and never a reason to be silent. */
const otherFiles = [".github/copilot-instructions.md"];

/** What an agent reads, each choice as a list; nothing for one that is not known. */
export function instructionSource(agent: string) {
  const source = sources[agent] ?? noSource;
  return { ...source, atRoot: choicesOf(source.atRoot), below: choicesOf(source.below) };
}

function choicesOf(files: Files): readonly (readonly string[])[] {
  return files.map((each) => (typeof each === "string" ? [each] : each));
}

/** Every agent whose files are known. */
export const instructedAgents: readonly string[] = Object.keys(sources);

/** Every file that any agent reads at the root. */
export const allInstructionFiles: readonly string[] = [
  ...new Set([...Object.values(sources).flatMap(({ atRoot }) => atRoot.flat()), ...otherFiles]),
];
