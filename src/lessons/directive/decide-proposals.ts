import { WhetstoneError } from "../../base/errors.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { blockedBy } from "../waiting-lessons.js";
import { directiveRow } from "./directive-rows.js";
import { extendDirective } from "./extend-directive.js";
import { directiveInput, nearDirectives, plainDirective, propose } from "./propose-directive.js";

/** Who decides. */
interface Person {
  readonly actor: string;
  readonly origin: string;
}

/** Puts a proposal in force, or away for good. */
export async function decideProposal(
  writer: LedgerWriter,
  given: string,
  type: "lesson-activated" | "lesson-retired",
  reason: string,
  person: Person,
): Promise<string> {
  const { lesson, status, proposal } = await directiveRow(writer, given);
  if (status !== "proposed") throw notWaiting(lesson, status);
  await writer.append({ type, data: { lesson, proposal, reason }, ...person });
  return lesson;
}

/** Nothing is written where the words turn down no command. */
export async function acceptAndBlock(writer: LedgerWriter, given: string, person: Person): Promise<string> {
  const row = await directiveRow(writer, given);
  const command = blockedBy(row);
  if (command === null) throw nothingToBlock(row.lesson);
  const lesson = await decideProposal(writer, given, "lesson-activated", "a person accepted it", person);
  const wanted = { ...plainDirective(row.text), citations: [], forbiddenActions: [command] };
  await extendDirective(writer, row, { ...wanted, enforcement: "enforce" }, person);
  return lesson;
}

/** The person's new words are a rule of their own; the old ones are put away and not proposed again. */
export async function reword(context: Context, given: string, text: string, person: Person): Promise<string> {
  const near = await nearDirectives(context, text);
  return context.ledger.write(async (writer) => {
    const { origin } = await directiveRow(writer, given);
    const lesson = await decideProposal(
      writer,
      given,
      "lesson-retired",
      "a person put it in other words",
      person,
    );
    const from = { project: context.ledger.project, lesson, origin };
    const input = { ...directiveInput.parse({ text }), ...person };
    const added = await propose(context, writer, input, { from }, near);
    return added.status === "active" ? added.lesson : lesson;
  });
}

function notWaiting(lesson: string, status: string): WhetstoneError {
  return new WhetstoneError("invalid_input", `'${lesson}' is ${status}: it does not wait for a decision`, {
    field: "lesson",
    next: "see 'whetstone lessons review' for those that wait",
    values: { lesson, status },
  });
}

function nothingToBlock(lesson: string): WhetstoneError {
  const reason = `the words of '${lesson}' turn down no command of the call before them`;
  return new WhetstoneError("invalid_input", reason, {
    field: "block",
    next: "accept it, and name what is forbidden with 'whetstone lessons harden --forbid'",
    values: { lesson },
  });
}
