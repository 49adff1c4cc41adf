import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FormedCall } from "../../engines/failures/call-form.js";
import { isAtRest } from "../../engines/failures/failure-state.js";
import { knownFailure } from "../../engines/failures/known-failure.js";
import { stopText } from "../../engines/failures/lesson-text.js";
import { isMissingProgram, isTask, runsInOtherFolder, shouldStop } from "../../engines/failures/stop-rule.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { findProgram, trustedPath } from "../../predicates/find-program.js";
import type { Context } from "../context.js";
import { type FailureOfCall, failuresOfCall } from "./failures-of-call.js";

/** The lesson for which a call is not run at first, as the agent reads it; undefined when it may run. */
export async function stopAtCall(
  context: Context,
  reader: LedgerReader,
  call: FormedCall,
  session: string | undefined,
): Promise<{ readonly lesson: string; readonly text: string } | undefined> {
  const { atTheCall, stopAfterSessions } = context.ledger.config.reflection;
  if (atTheCall === "off") return undefined;
  const known = await failuresOfCall(context, reader, call);
  const elsewhere = runsInOtherFolder(call.input);
  for (const failure of known) {
    const { row } = failure;
    const sessions = failure.sessions.filter((each) => each !== session).length;
    const remedy = knownFailure(row, session);
    const { kind, cause } = row;
    const form = {
      kind,
      cause,
      argument: failure.argument,
      sessions,
      worked: row.worked.length > 0,
      elsewhere,
    };
    const worth = shouldStop({ ...form, hasRemedy: remedy !== undefined }, stopAfterSessions);
    // A failure without a remedy is not said, but the call that has it is stopped.
    if (!worth || isAtRest(row) || isThereNow(context, failure)) continue;
    return { lesson: row.lesson, text: stopText(row, remedy, sessions) };
  }
  return undefined;
}

/** Whether what was missing has come since: a program on the PATH, a script or target in the project. */
function isThereNow({ places, env }: Context, { row, argument }: FailureOfCall): boolean {
  const missing = argument ?? row.named;
  if (missing === "") return false;
  if (isMissingProgram(row.cause))
    return findProgram(missing, trustedPath(env.PATH, places.root), places.root) !== undefined;
  return isTask(row.cause) && taskFiles.some((file) => fileContains(join(places.root, file), missing));
}

/** Files in which projects define what their task runners run. */
const taskFiles = [
  ...["package.json", "deno.json", "composer.json", "Makefile", "makefile", "justfile", "Justfile"],
  ...["mise.toml", ".mise.toml", "Taskfile.yml", "Taskfile.yaml", "Rakefile", "pyproject.toml"],
];
const longestFile = 1_048_576;

/** Whether a file has the name in it; a file that cannot be read has nothing. */
function fileContains(file: string, name: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size > longestFile) return false;
  return readFileSync(file, "utf8").includes(name);
}
