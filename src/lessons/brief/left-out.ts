import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import type { DirectiveRow } from "../directive/fold/directive-row.js";
import type { KnownFailure } from "../failure/rules/known.js";
import type { InsightRow } from "../insight/fold/insights.js";
import { publishedText } from "../instructions/rules/published-text.js";
import type { InstructionFile, InstructionMatch, Work } from "../kept/instruction-files.js";
import { isAlwaysShown, lessonsMutedFor } from "../muted-roles.js";

/** Why a lesson is not shown to somebody it would be for: a person muted it, or a file says it already. */
type WhyLeftOut = "muted" | InstructionMatch;

/** What is not shown to a role of a coding agent. Undefined for a lesson that may be shown. */
export interface LeftOut {
  directive(row: DirectiveRow): WhyLeftOut | undefined;
  insight(row: Pick<InsightRow, "lesson" | "text">): WhyLeftOut | undefined;
  /** What a file says of a failure is what to do about it: the person's word, or what undid it. */
  failure(lesson: string, known: KnownFailure): WhyLeftOut | undefined;
}

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
  const whyNot = (lesson: string, textOf: () => string) => {
    if (muted.has(lesson)) return "muted" as const;
    if (files.length === 0) return undefined;
    const text = textOf();
    const isNew = files.some((file) => !file.hasCompared(text));
    if (isNew && left === 0) return undefined;
    left -= isNew ? 1 : 0;
    return sameIn(files, text);
  };
  return {
    // A line of a file that says less than the directive does not take its place.
    directive: (row) => (isAlwaysShown(row) ? undefined : whyNot(row.lesson, () => publishedText(row))),
    insight: ({ lesson, text }) => whyNot(lesson, () => text),
    failure: (lesson, { word, chosen }) => {
      const command = chosen?.pair.worked.text ?? "";
      return (
        whyNot(lesson, () => (word === "" ? command : word)) ??
        (word === "" ? namedIn(files, command) : undefined)
      );
    },
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
