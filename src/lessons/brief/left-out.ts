import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import type { InstructionFile, InstructionMatch, Work } from "../kept/instruction-files.js";
import { lessonsMutedFor } from "../muted-roles.js";

/** Why a lesson is not shown to somebody it would be for: a person muted it, or a file says it already. */
type WhyLeftOut = "muted" | InstructionMatch;

/**
 * Why a role of a coding agent is not shown a lesson; undefined for one that may be shown. The text is what a file
 * has to say in its place; a file that names the command says it too.
 */
export type LeftOut = (lesson: string, textOf: () => string, command?: string) => WhyLeftOut | undefined;

/**
 * Texts that one brief compares with the files for the first time, about 30 ms of work: answers are kept, so
 * that the next brief compares the rest, and none takes long after a file has changed.
 */
const mostCompared = 100;

/** For an agent that is not named no file counts: nobody knows what it has read. */
export async function leftOutOf(
  { instructions }: Context,
  reader: LedgerReader,
  { role, host, work }: { readonly role: string; readonly host: string | undefined; readonly work: Work },
): Promise<LeftOut> {
  const muted = await lessonsMutedFor(reader, role);
  const files = host === undefined ? [] : (await instructions()).readBy(host, work);
  let left = mostCompared;
  return (lesson, textOf, command = "") => {
    if (muted.has(lesson)) return "muted";
    if (files.length === 0) return undefined;
    const text = textOf();
    const isNew = files.some((file) => !file.hasCompared(text));
    const isCompared = !isNew || left > 0;
    if (isNew && isCompared) left -= 1;
    return (isCompared ? sameIn(files, text) : undefined) ?? namedIn(files, command);
  };
}

/** A file that names the very command has told the agent. */
export function namedIn(files: readonly InstructionFile[], command: string): InstructionMatch | undefined {
  if (!command.includes(" ")) return undefined;
  for (const file of files) {
    const match = file.names(command);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** The first statement in some files that says the same as a text. */
export function sameIn(files: readonly InstructionFile[], text: string): InstructionMatch | undefined {
  for (const file of files) {
    const match = file.compare(text);
    if (match?.relation === "same") return match;
  }
  return undefined;
}
