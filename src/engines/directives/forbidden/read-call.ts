import { placeOfGitSubCommand } from "../../../shell/git-alias.js";
import { type Run, runsIn } from "../../../shell/runs.js";
import { programName } from "../../../shell/wrappers.js";
import { type NormalCommand, normalCommand, withSubCommand } from "./normal-command.js";
import { gitCommands } from "./program-tables.js";

/** A call that an agent is about to make. */
export interface ToolUse {
  readonly tool: string;
  /** The command line, for tools that run one. */
  readonly command?: string | undefined;
  /** Files it would touch, relative to the project. */
  readonly files: readonly string[];
}

/** A call whose command line was read once, for all actions. */
export interface ReadCall {
  readonly tool: string;
  readonly files: readonly string[];
  /** Files that its command line writes, relative to the project. */
  readonly written: readonly string[];
  readonly runs: readonly ReadRun[];
  /** Whether the command line was read to its end. */
  readonly whole: boolean;
  /** The command line as it is written. */
  readonly line: string;
}

export interface ReadRun extends Run {
  readonly normal: NormalCommand | undefined;
}

/** What a call's command line is read with. */
export interface Surroundings {
  /** A path from the folder where commands run, as a path from the project. */
  readonly relative: (path: string) => string;
  /** The aliases in git's settings; asked for only if a command has a sub-command that git does not have. */
  readonly gitAliases: () => ReadonlyMap<string, string>;
}

/** Nothing is known outside of the command line itself. */
export const withoutSurroundings: Surroundings = { relative: (path) => path, gitAliases: () => new Map() };

export function readCall(
  { tool, command, files }: ToolUse,
  { relative, gitAliases }: Surroundings,
): ReadCall {
  const line = command?.trim() ?? "";
  const plain = runsIn(line);
  const aliases = plain.runs.some(mayBeAlias) ? gitAliases() : new Map<string, string>();
  const { runs: found, whole } = aliases.size === 0 ? plain : runsIn(line, aliases);
  const runs = found.map(readRun);
  return { tool, files, written: runs.flatMap((run) => run.files.map(relative)), runs, whole, line };
}

function mayBeAlias({ words }: Run): boolean {
  if (programName(words[0] ?? "") !== "git") return false;
  const name = words[placeOfGitSubCommand(words)];
  return name !== undefined && !gitCommands.has(name);
}

function readRun(run: Run): ReadRun {
  const words = withSubCommand(run.words);
  return { ...run, words, normal: normalCommand(words) };
}
