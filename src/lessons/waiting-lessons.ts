import * as z from "zod/mini";
import { correctionKinds } from "../log/events/correction.js";
import { stateList } from "../log/list-keys.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { field } from "../verbs/call/field.js";
import type { Immutable } from "../verbs/call/immutable.js";
import { compileRule } from "./directive/compile/compile-rule.js";
import { rowsIn } from "./directive/directive-rows.js";
import { heardList } from "./directive/fold/directive-lists.js";
import type { DirectiveRow } from "./directive/fold/directive-row.js";
import { turnedDownCommand } from "./directive/rules/turned-down.js";

/** A proposal that waits for a person. */
export const waitingOutput = z.strictObject({
  lesson: field("The id of the rule.", z.string()),
  text: field("What it says; in the person's own words, if a person said it.", z.string()),
  origin: z.string(),
  firstSeenAt: z.string(),
  yours: field("A person said it to an agent.", z.boolean()),
  said: field(
    "When and where it was said, oldest first, and the tool call it was about; empty for what an agent " +
      "brought in.",
    z.array(
      z.strictObject({
        kind: z.enum(correctionKinds),
        text: z.string(),
        session: z.string(),
        at: z.string(),
        call: z.nullable(z.string()),
      }),
    ),
  ),
  wasRule: field(
    "It was in force in an earlier version because it was said in two sessions. Now a person has to accept it.",
    z.boolean(),
  ),
  contradicts: field("Rules that say the opposite.", z.array(z.string())),
  blocks: field(
    "The command that 'block' blocks: the one that the words forbid by name, or that of the call before, where they " +
      "turn it down. Null otherwise.",
    z.nullable(z.string()),
  ),
});

export type WaitingLesson = Immutable<z.output<typeof waitingOutput>>;

/** All proposals, what people said first. */
export async function waitingLessons(reader: LedgerReader): Promise<readonly WaitingLesson[]> {
  const found = new Map<string, WaitingLesson>();
  for (const list of [heardList, stateList("proposed")])
    for await (const row of rowsIn(reader, list))
      if (!found.has(row.lesson)) found.set(row.lesson, waiting(row));
  return [...found.values()];
}

function waiting(row: DirectiveRow): WaitingLesson {
  const { lesson, text, origin, firstSeenAt, heard, wasRule, contradicts } = row;
  const said = heard.map(({ interactive: _interactive, counted: _counted, ...each }) => each);
  const yours = heard.length > 0;
  return { lesson, text, origin, firstSeenAt, yours, said, wasRule, contradicts, blocks: blockedBy(row) };
}

/** The newest command that a person's words turn down, or forbid by its name. */
export function blockedBy({ heard }: Pick<DirectiveRow, "heard">): string | null {
  const found = heard.flatMap(
    ({ text, call }) => turnedDownCommand(text, call ?? "") ?? forbiddenCommand(text) ?? [],
  );
  return found.at(-1) ?? null;
}

/** Of a sentence that a check says as a whole: no other check, no branch, nobody to ask. */
function forbiddenCommand(text: string): string | undefined {
  const [check, ...others] = compileRule({ text, heading: "", lead: "" }).checks;
  if (check === undefined || others.length > 0 || !("never" in check) || !("run" in check.never))
    return undefined;
  const isWhole = check.never.branch === undefined && check.then === undefined;
  return isWhole && !/[*@]/.test(check.never.run) ? check.never.run : undefined;
}
