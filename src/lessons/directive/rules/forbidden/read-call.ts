import { placeOfGitSubCommand } from "../../../../reading/shell/git-alias.js";
import type { Unread } from "../../../../reading/shell/known.js";
import { type Run, runsIn } from "../../../../reading/shell/runs.js";
import { programName } from "../../../../reading/shell/wrappers.js";
import { toolFamily } from "../../../../reading/tool-family.js";
import type { Form } from "./forms.js";
import { guessesFor } from "./guesses.js";
import { canonicalProgram, type NormalCommand, normalCommand, withSubCommand } from "./normal-command.js";
import { gitCommands } from "./program-tables.js";

/** A call that an agent is about to make. */
export interface ToolUse {
  readonly tool: string;
  /** The command line, for tools that run one. */
  readonly command?: string | undefined;
  /** Files it would touch. */
  readonly files: readonly string[];
  /** Only the beginning is given: of the command line if there is one, else of the files. */
  readonly partial?: boolean | undefined;
}

/** A call whose command line was read once, for all actions. */
export interface ReadCall {
  readonly tool: string;
  /** Files it would touch, relative to the project. */
  readonly files: readonly string[];
  /** There are more files than these. */
  readonly moreFiles: boolean;
  /** Files that its command line writes, relative to the project. */
  readonly written: readonly string[];
  readonly runs: readonly ReadRun[];
  /** Why the command line was not read to its end; undefined if it was. */
  readonly unread: Unread | undefined;
  /** The command line as it is written. */
  readonly line: string;
  /** It runs a command line, whatever the tool's name: tools of MCP servers have names of their own. */
  readonly isShell: boolean;
}

export interface ReadRun extends Run {
  /** By the name that stands for it. */
  readonly program: string;
  readonly normal: NormalCommand | undefined;
}

/** What a call's command line is read with. */
export interface Surroundings {
  /**
   * A path from the folder where commands run, as paths from the project: as it is written, and as the links
   * on its way lead.
   */
  readonly inProject: (path: string) => readonly string[];
  /** The aliases in git's settings; asked for only if a command has a sub-command that git does not have. */
  readonly gitAliases: () => ReadonlyMap<string, string>;
  /** What stands in a file, by its path from the folder where commands run; asked for of patches alone. */
  readonly textOf: (path: string) => string | undefined;
}

/** Nothing is known outside of the command line itself. */
export const withoutSurroundings: Surroundings = {
  inProject: (path) => [path],
  gitAliases: () => new Map(),
  textOf: () => undefined,
};

/** Reads a call for these forms: their programs are also found among the words of unknown programs. */
export function readCall(
  { tool, command, files, partial = false }: ToolUse,
  forms: readonly Form[],
  { inProject, gitAliases, textOf }: Surroundings,
): ReadCall {
  const line = command?.trim() ?? "";
  const guesses = guessesFor(forms);
  const plain = runsIn(line, { guesses, textOf });
  const aliases = plain.runs.some(mayBeAlias) ? gitAliases() : new Map<string, string>();
  const { runs: found, unread } =
    aliases.size === 0 ? plain : runsIn(line, { guesses, textOf, gitAliases: aliases });
  const runs = found.map(readRun);
  return {
    tool,
    files: files.flatMap(inProject),
    moreFiles: partial && command === undefined,
    written: runs.flatMap((run) => run.files.flatMap(inProject)),
    runs,
    unread: partial && command !== undefined ? "too long" : unread,
    line,
    isShell: line !== "" && isShellOrUnknown(tool),
  };
}

function isShellOrUnknown(tool: string): boolean {
  const family = toolFamily(tool);
  return family === "shell" || family === "other";
}

function mayBeAlias({ words }: Run): boolean {
  if (programName(words[0] ?? "") !== "git") return false;
  const name = words[placeOfGitSubCommand(words)];
  return name !== undefined && !gitCommands.has(name);
}

function readRun(run: Run): ReadRun {
  const words = withSubCommand(run.words);
  return { ...run, words, program: canonicalProgram(words[0] ?? ""), normal: normalCommand(words) };
}
