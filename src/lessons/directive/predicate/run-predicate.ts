import { realpathSync } from "node:fs";
import type { Config } from "../../../base/config/settings.js";
import type { Environment } from "../../../base/process/child-environment.js";
import { Deadline } from "../../../base/process/deadline.js";
import { oneLine } from "../../../base/text/one-line.js";
import type { AllowedCommands } from "./allowed-commands.js";
import { fileModified } from "./file-modified.js";
import { grepTree } from "./grep-tree.js";
import type { Predicate } from "./predicate.js";
import { failedBecause, type PredicateResult } from "./predicate.js";
import { runTool } from "./run-tool.js";

const reasonMaxChars = 500;

export interface PredicatePlace {
  /** The project's folder. */
  readonly root: string;
  /** What files are compared with: the full id of a commit, or HEAD when there is none. */
  readonly baseCommit?: string | undefined;
  readonly settings: Config["directives"];
  readonly commands: AllowedCommands;
  /** The caller's environment; PATH is all that is taken from it. */
  readonly env: Environment;
  readonly signal?: AbortSignal | undefined;
}

/** Runs a check. It never throws and ends in time: whatever goes wrong is a check that has not passed. */
export async function runPredicate(predicate: Predicate, place: PredicatePlace): Promise<PredicateResult> {
  const deadline = new Deadline(place.settings.predicateTimeoutMs, place.signal);
  try {
    deadline.check();
    return printable(await run(predicate, { ...place, root: realpathSync.native(place.root) }, deadline));
  } catch (error) {
    return printable(
      failedBecause(`cannot be checked: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
}

/** Names of files and the words of tools end up in prompts. */
function printable({ reason, matches, ...rest }: PredicateResult): PredicateResult {
  const visible = { ...rest, reason: oneLine(reason, reasonMaxChars) };
  if (matches === undefined) return visible;
  return {
    ...visible,
    matches: matches.map(({ file, line }) => ({ file: oneLine(file, reasonMaxChars), line })),
  };
}

async function run(
  predicate: Predicate,
  place: PredicatePlace,
  deadline: Deadline,
): Promise<PredicateResult> {
  switch (predicate.kind) {
    case "grep":
      return grepTree(predicate, place.root, place.env, deadline);
    case "tool":
      return runTool(predicate.words, place, deadline);
    case "file_modified":
      return modified(predicate.path, place, deadline, true);
    case "file_not_modified":
      return modified(predicate.path, place, deadline, false);
  }
}

async function modified(
  path: string,
  place: PredicatePlace,
  deadline: Deadline,
  wanted: boolean,
): Promise<PredicateResult> {
  const { root, baseCommit, env } = place;
  const how = await fileModified(path, { root, baseCommit, env }, deadline);
  const reason = how === undefined ? `${path} is as in the base commit` : `${path} was modified: ${how}`;
  return { passed: (how !== undefined) === wanted, reason };
}
