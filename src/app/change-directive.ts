import * as z from "zod/mini";
import { missingFor } from "../engines/directives/actionability.js";
import { mayEnforce } from "../engines/directives/trust.js";
import { WhetstoneError } from "../errors.js";
import type { EventData } from "../events/catalog.js";
import { directiveEnforcements, directiveFields, directivePriorities } from "../events/directive.js";
import { origin, textId } from "../events/envelope.js";
import { readPredicate } from "../predicates/read-predicate.js";
import { type DirectiveRow, directives } from "../projections/directives.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { admit, type Refusal, refuse } from "./admit.js";
import type { Context } from "./context.js";
import { noLesson } from "./lesson-states.js";

const reason = z.string().check(z.minLength(1), z.maxLength(1_000));
const who = { actor: z.optional(textId), origin: z.optional(origin) };

export interface ChangeDirectiveResult {
  readonly lesson: string;
  readonly status: "proposed" | "active" | "quarantined" | "archived";
  /** Why it is not active. */
  readonly missing: readonly string[];
  readonly priority: "low" | "medium" | "high" | "critical";
  readonly enforcement: "warn" | "enforce";
}

const hardenInput = z.strictObject({
  lesson: textId,
  triggers: z.optional(directiveFields.triggers),
  requiredActions: z.optional(directiveFields.requiredActions),
  forbiddenActions: z.optional(directiveFields.forbiddenActions),
  verificationChecks: z.optional(directiveFields.verificationChecks),
  verificationPredicate: directiveFields.verificationPredicate,
  appliesToAgents: z.optional(directiveFields.appliesToAgents),
  appliesToTools: z.optional(directiveFields.appliesToTools),
  ...who,
});

export type HardenInput = z.input<typeof hardenInput>;

/**
 * Makes a directive checkable by hand: what is given is added, and if nothing is missing any more, it becomes
 * active.
 */
export async function harden(context: Context, input: HardenInput): Promise<ChangeDirectiveResult> {
  const admitted = await admit(context, "lessons harden", hardenInput, input, predicateRefusal);
  const { lesson, actor = context.actor, origin = context.origin, ...fields } = admitted;
  if (fields.verificationPredicate !== undefined && origin !== "human")
    return refuse(context, "lessons harden", onlyPersonsCheck, input);
  context.beforeWriting();
  return context.ledger.write((writer) => hardenIn(context, writer, lesson, fields, { actor, origin }));
}

type Fields = Omit<z.output<typeof hardenInput>, "lesson" | "actor" | "origin">;

/**
 * The same, in the caller's transaction. Activating comes before it leaves the quarantine's list, and both
 * are one write.
 */
export async function hardenIn(
  context: Context,
  writer: LedgerWriter,
  lesson: string,
  fields: Fields,
  about: { readonly actor: string; readonly origin: string },
): Promise<ChangeDirectiveResult> {
  const before = await rowOf(writer, lesson);
  // What already works was agreed on: only a person widens what it forbids or whom it binds.
  const agreed = before.status !== "quarantined" || before.enforcement === "enforce";
  if (agreed && about.origin !== "human") throw onlyQuarantined(lesson);
  const joined = {
    triggers: joinedList(before.triggers, fields.triggers),
    requiredActions: joinedList(before.requiredActions, fields.requiredActions),
    forbiddenActions: joinedList(before.forbiddenActions, fields.forbiddenActions),
    verificationChecks: joinedList(before.verificationChecks, fields.verificationChecks),
    verificationPredicate: fields.verificationPredicate,
    appliesToAgents: joinedList(before.appliesToAgents, fields.appliesToAgents),
    appliesToTools: joinedList(before.appliesToTools, fields.appliesToTools),
  };
  await writer.append({ type: "lesson-hardened", data: { lesson, ...joined }, ...about });
  const row = await rowOf(writer, lesson);
  const missing = missingFor(row, context.ledger.config.directives);
  const others = row.missing.filter((each) => each !== "missing_predicate" && each !== "missing_scope");
  const still = [...missing, ...others] as EventData<"lesson-quarantined">["missing"];
  if (row.status === "quarantined" && still.length === 0)
    await writer.append({
      type: "lesson-activated",
      data: { lesson, reason: "it was made checkable" },
      ...about,
    });
  else if (row.status === "quarantined" && still.join() !== row.missing.join())
    await writer.append({ type: "lesson-quarantined", data: { lesson, missing: still }, ...about });
  return resultOf(await rowOf(writer, lesson));
}

const decisionInput = z.strictObject({ lesson: textId, reason, ...who });
export type RetireInput = z.input<typeof decisionInput>;
export type ActivateInput = z.input<typeof decisionInput>;

/** Puts a directive away: it is neither shown nor worked on. */
export function retire(context: Context, input: RetireInput): Promise<ChangeDirectiveResult> {
  return decide(context, "lessons retire", "lesson-retired", input);
}

/** A person decides that a directive may be shown although it contradicts another, or lacks a check. */
export function activate(context: Context, input: ActivateInput): Promise<ChangeDirectiveResult> {
  return decide(context, "lessons activate", "lesson-activated", input);
}

async function decide(
  context: Context,
  verb: string,
  type: "lesson-retired" | "lesson-activated",
  input: RetireInput,
): Promise<ChangeDirectiveResult> {
  const admitted = await admit(context, verb, decisionInput, input);
  const { lesson, reason: why, actor = context.actor, origin = context.origin } = admitted;
  if (origin !== "human") return refuse(context, verb, onlyPersonsDecide, input);
  return context.ledger.write(async (writer) => {
    await rowOf(writer, lesson);
    await writer.append({ type, data: { lesson, reason: why }, actor, origin });
    return resultOf(await rowOf(writer, lesson));
  });
}

const setInput = z.strictObject({
  lesson: textId,
  priority: z.optional(z.enum(directivePriorities)),
  enforcement: z.optional(z.enum(directiveEnforcements)),
  reason,
  ...who,
});
export type SetDirectiveInput = z.input<typeof setInput>;

/**
 * A person sets the weight of a directive; also the way back from an escalation. Violations are counted anew
 * from here.
 */
export async function setDirective(
  context: Context,
  input: SetDirectiveInput,
): Promise<ChangeDirectiveResult> {
  const admitted = await admit(context, "lessons set", setInput, input);
  const { lesson, reason: why, actor = context.actor, origin = context.origin } = admitted;
  if (origin !== "human") return refuse(context, "lessons set", onlyPersonsDecide, input);
  return context.ledger.write(async (writer) => {
    const { priority, enforcement } = await rowOf(writer, lesson);
    const from = { priority, enforcement };
    const to = { priority: admitted.priority ?? priority, enforcement: admitted.enforcement ?? enforcement };
    await writer.append({ type: "directive-set", data: { lesson, from, to, reason: why }, actor, origin });
    return resultOf(await rowOf(writer, lesson));
  });
}

/** Whether a row's origin and what others found carry its weight. */
export function isTrusted({ origin, vouched, corroboration }: DirectiveRow): boolean {
  return mayEnforce(origin, { person: vouched, evidence: corroboration });
}

export async function rowOf(reader: LedgerReader, lesson: string): Promise<DirectiveRow> {
  const row = await reader.row(directives, lesson);
  if (row === undefined) throw noLesson(lesson);
  return row;
}

function joinedList(before: readonly string[], given: readonly string[] | undefined): string[] | undefined {
  return given === undefined ? undefined : [...new Set([...before, ...given])].slice(0, 20);
}

function predicateRefusal({ verificationPredicate }: z.output<typeof hardenInput>): Refusal | undefined {
  if (verificationPredicate === undefined) return undefined;
  const read = readPredicate(verificationPredicate);
  if (!("error" in read)) return undefined;
  return { field: "verificationPredicate", reason: `${read.error}, at character ${read.position + 1}` };
}

const onlyPersonsCheck: Refusal = {
  field: "verificationPredicate",
  reason: "only a person may add a check that a program runs",
  next: "call it with origin human; on the command line name yourself with --by",
};

function onlyQuarantined(lesson: string): WhetstoneError {
  return new WhetstoneError(
    "invalid_input",
    `'${lesson}' is enforced or not in quarantine, and only a person may change it`,
    {
      field: "lesson",
      next: "ask a person; on the command line they name themselves with --by",
      values: { lesson },
    },
  );
}

const onlyPersonsDecide: Refusal = {
  field: "origin",
  reason: "only a person decides this",
  next: "call it with origin human; on the command line name yourself with --by",
};

function resultOf({ lesson, status, missing, priority, enforcement }: DirectiveRow): ChangeDirectiveResult {
  return { lesson, status, missing, priority, enforcement };
}
