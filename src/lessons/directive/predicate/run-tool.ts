import { lstatSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Config } from "../../../base/config/settings.js";
import { isWithin } from "../../../base/files/is-within.js";
import { CannotCheck } from "../../../base/process/cannot-check.js";
import { childEnvironment, type Environment } from "../../../base/process/child-environment.js";
import type { Deadline } from "../../../base/process/deadline.js";
import { findProgram, trustedPath } from "../../../base/process/find-program.js";
import { runChild } from "../../../base/process/run-child.js";
import { oneLine } from "../../../base/text/one-line.js";
import type { AllowedCommands } from "./allowed-commands.js";
import { commandFault } from "./command-fault.js";
import { workTreeTop } from "./git.js";
import { failedBecause, type PredicateResult } from "./predicate.js";

const saidMaxChars = 200;
/** Enough for the last lines of any program; the rest of a flood is not kept. */
const outputMaxBytes = 65_536;

export interface ToolPlace {
  readonly root: string;
  readonly settings: Config["directives"];
  readonly commands: AllowedCommands;
  readonly env: Environment;
}

/** Passes when a command that the person allowed word for word ends with 0, in the project's folder. */
export async function runTool(
  words: readonly string[],
  place: ToolPlace,
  deadline: Deadline,
): Promise<PredicateResult> {
  const { root, commands, env } = place;
  const [name = "", ...args] = words;
  if (!commands.has(words))
    throw new CannotCheck("the config does not allow this command with these arguments");
  const fault = commandFault(words);
  if (fault !== undefined) throw new CannotCheck(fault);
  const link = args.find((word) => word.split("=").some((part) => leadsOut(root, part)));
  if (link !== undefined) throw new CannotCheck(`${link} leads out of the project's folder`);
  const top = workTreeTop(root) ?? root;
  const path = trustedPath(env.PATH, top);
  const program = findProgram(name, path, top);
  if (program === undefined) throw new CannotCheck(`${name} is not on the PATH outside of the project`);
  const order = { program, args, cwd: root, env: childEnvironment(env, path.join(delimiter)) };
  const end = await runChild({ ...order, maxBytes: outputMaxBytes }, deadline);
  if (end.code === 0) return { passed: true, reason: `${name} ended with 0` };
  const lastWords = lastOutputLine(end.stderr) || lastOutputLine(end.stdout);
  return failedBecause(`${name} ended with ${end.code}${lastWords === "" ? "" : `: ${lastWords}`}`);
}

/** Whether a word names something in the project that is, or lies behind, a link to elsewhere. */
function leadsOut(root: string, word: string): boolean {
  const path = join(root, word);
  try {
    return (
      lstatSync(path, { throwIfNoEntry: false }) !== undefined && !isWithin(root, realpathSync.native(path))
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    // A part of it is a file: no path. A link that leads nowhere or in a circle: nobody knows where it will
    // lead.
    return code !== "ENOTDIR" && code !== "ENAMETOOLONG";
  }
}

function lastOutputLine(output: Buffer): string {
  const lines = output.toString("utf8").trimEnd().split("\n");
  return oneLine(lines.at(-1) ?? "", saidMaxChars);
}
