import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import type { EventData } from "../../log/events/catalog.js";
import { directiveEnforcements, directivePriorities } from "../../log/events/directive.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { field } from "../../verbs/call/field.js";
import type { Immutable } from "../../verbs/call/immutable.js";
import { isPerson } from "../../verbs/call/speaker.js";
import { failures } from "../failure/fold/failures.js";
import { stateOfFailure } from "../failure/rules/state.js";
import { noLesson, standingOf } from "../find-lesson.js";
import { citationsOf, freshnessOf } from "./citations.js";
import { directiveRow } from "./directive-rows.js";
import { type DirectiveRow, isAgreed } from "./fold/directive-row.js";
import { missingFor } from "./rules/actionability.js";
import { directiveStatuses } from "./rules/directive.js";

/** Where a directive stands after a change. */
export const changedDirectiveOutput = z.strictObject({
  lesson: field("The id of the lesson.", z.string()),
  status: field(
    "The state of the lesson; only an active rule is in force.",
    z.enum([...directiveStatuses, "unsolved", "ready", "asleep", "retired"]),
  ),
  missing: field("What keeps it from being active.", z.array(z.string())),
  priority: field("How much weight a rule has.", z.nullable(z.enum(directivePriorities))),
  enforcement: field("Whether a rule blocks or warns.", z.nullable(z.enum(directiveEnforcements))),
});

export type ChangedDirective = Immutable<z.output<typeof changedDirectiveOutput>>;

export interface Author {
  readonly actor: string;
  readonly origin: string;
}

/**
 * A person puts a directive or a failure lesson in force, with a reason. A directive that cites files holds for
 * them as they are now.
 */
export async function activate(
  context: Context,
  input: {
    readonly lesson: string;
    readonly reason: string;
    readonly actor?: string | undefined;
    readonly origin?: string | undefined;
  },
): Promise<ChangedDirective> {
  const { reason, actor = context.actor, origin = context.origin } = input;
  return context.ledger.write(async (writer) => {
    const { lesson, kind } = await standingOf(context, writer, input.lesson);
    const author = { actor, origin };
    if (kind === "failure") return activateFailure(writer, lesson, reason, author);
    await citeAnew(context, writer, lesson, author);
    const { proposal } = await directiveRow(writer, lesson);
    await writer.append({ type: "lesson-activated", data: { lesson, proposal, reason }, ...author });
    return changedDirective(await directiveRow(writer, lesson));
  });
}

async function activateFailure(
  writer: LedgerWriter,
  lesson: string,
  reason: string,
  author: Author,
): Promise<ChangedDirective> {
  await writer.append({ type: "lesson-activated", data: { lesson, reason }, ...author });
  const row = await writer.row(failures, lesson);
  if (row === undefined) throw noLesson(lesson);
  return { lesson, status: stateOfFailure(row), missing: [], priority: null, enforcement: null };
}

/**
 * Names the proposal that a person is about to vouch for. Alone on a machine there is no doubt which; in a team
 * somebody else may have proposed the same sentence meanwhile.
 */
export async function acceptInTeam(
  { team, hub }: Context,
  writer: LedgerWriter,
  { lesson, status, proposal }: DirectiveRow,
  reason: string,
  author: Author,
): Promise<void> {
  const isShared = hub !== undefined || (team !== undefined && team.hub !== null);
  if (isShared && status === "proposed")
    await writer.append({ type: "lesson-activated", data: { lesson, proposal, reason }, ...author });
}

/** A file that is gone cannot change any more, and is not cited again. */
async function citeAnew(
  { places }: Context,
  writer: LedgerWriter,
  lesson: string,
  author: Author,
): Promise<void> {
  const { citations } = await directiveRow(writer, lesson);
  if (freshnessOf(places.root, citations) === "fresh") return;
  const files = citations.map(({ file }) => file);
  const now = citationsOf(places.root, files).filter(({ hash }) => hash !== "");
  await writer.append({ type: "lesson-hardened", data: { lesson, citations: now }, ...author });
}

type Addition = "triggers" | "requiredActions" | "forbiddenActions" | "verificationChecks";
type Scope = "appliesToAgents" | "appliesToTools";

/** What is added to a directive to make it checkable. */
export type Hardening = Readonly<Partial<Record<Addition | Scope, readonly string[] | undefined>>> & {
  readonly verificationPredicate?: string | undefined;
};

/**
 * Adds what is given to a directive. If nothing is missing any more, it becomes active when a person did it,
 * and a proposal otherwise. Leaving the quarantine and the change are one write.
 */
export async function hardenDirective(
  context: Context,
  writer: LedgerWriter,
  given: string,
  fields: Hardening,
  author: Author,
): Promise<ChangedDirective> {
  const before = await directiveRow(writer, given);
  const { lesson } = before;
  if (isAgreed(before) && !isPerson(context, author.origin)) throw onlyQuarantined(lesson);
  const joined = {
    triggers: joinedList(before.triggers, fields.triggers),
    requiredActions: joinedList(before.requiredActions, fields.requiredActions),
    forbiddenActions: joinedList(before.forbiddenActions, fields.forbiddenActions),
    verificationChecks: joinedList(before.verificationChecks, fields.verificationChecks),
    verificationPredicate: fields.verificationPredicate,
    appliesToAgents: joinedList(before.appliesToAgents, fields.appliesToAgents),
    appliesToTools: joinedList(before.appliesToTools, fields.appliesToTools),
  };
  await writer.append({ type: "lesson-hardened", data: { lesson, ...joined }, ...author });
  const row = await directiveRow(writer, lesson);
  const missing = row.origin === "human" ? [] : missingFor(row, context.ledger.config.directives);
  const others = row.missing.filter((each) => each !== "missing_predicate" && each !== "missing_scope");
  const still = [...missing, ...others] as EventData<"lesson-quarantined">["missing"];
  const waits = row.status === "quarantined" || (row.status === "proposed" && author.origin === "human");
  if (waits && still.length === 0)
    await writer.append({
      type: "lesson-activated",
      data: { lesson, proposal: row.proposal, reason: "it was made checkable" },
      ...author,
    });
  else if (row.status === "quarantined" && still.join() !== row.missing.join())
    await writer.append({ type: "lesson-quarantined", data: { lesson, missing: still }, ...author });
  return changedDirective(await directiveRow(writer, lesson));
}

export function changedDirective(row: DirectiveRow): ChangedDirective {
  const { lesson, status, missing, priority, enforcement } = row;
  return { lesson, status, missing, priority, enforcement };
}

function joinedList(before: readonly string[], given: readonly string[] | undefined): string[] | undefined {
  return given === undefined ? undefined : [...new Set([...before, ...given])].slice(0, 20);
}

function onlyQuarantined(lesson: string): WhetstoneError {
  return new WhetstoneError(
    "invalid_input",
    `'${lesson}' is enforced or not in quarantine, and only a person may change it`,
    {
      field: "lesson",
      next: "ask the person you work for",
      values: { lesson },
    },
  );
}
