import * as z from "zod/mini";
import { missingFor } from "../engines/directives/actionability.js";
import { directiveStatuses } from "../engines/directives/directive.js";
import { textAtLeastChars, textAtMostChars, textDoor } from "../engines/directives/directive-text.js";
import { cappedByTrust } from "../engines/directives/trust.js";
import type { EventData } from "../events/catalog.js";
import { directiveEnforcements, directiveFields, directivePriorities } from "../events/directive.js";
import { textId } from "../events/envelope.js";
import { type DirectiveRow, directives } from "../projections/directives.js";
import { totalsKey } from "../projections/list-keys.js";
import { totals } from "../projections/totals.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import type { Refusal } from "./admit.js";
import { citationsOf } from "./citations.js";
import type { Context } from "./context.js";
import { envelopeInput } from "./envelope-input.js";
import { field } from "./field.js";
import type { Immutable } from "./immutable.js";
import { directiveId } from "./lesson-id.js";
import { filesComeLaterInput, predicateRefusal } from "./predicate-door.js";
import { type NearLessons, nearLessons, similarDirective } from "./same-or-opposite.js";
import { witnessOf } from "./speaker.js";

const path = z.string().check(z.minLength(1), z.maxLength(500));
const list = (about: string, schema: typeof directiveFields.triggers) => field(about, z._default(schema, []));

/** A directive as it is proposed: only its text is needed, the rest decides whether it can be shown. */
export const directiveInput = z.strictObject({
  text: field("The instruction, in one sentence.", z.string().check(z.minLength(1), z.maxLength(20_000))),
  category: field("The kind of instruction.", z._default(directiveFields.category, "general")),
  tags: list("Words to find it by.", directiveFields.tags),
  triggers: list("Phrases in a task that call for it.", directiveFields.triggers),
  requiredActions: list("Actions that it requires.", directiveFields.requiredActions),
  forbiddenActions: list("Actions that it forbids.", directiveFields.forbiddenActions),
  verificationChecks: list(
    "How to tell whether it was followed, in words.",
    directiveFields.verificationChecks,
  ),
  verificationPredicate: field(
    "A check that a program runs, such as grep:<regex>:<glob>. Only a person may give one.",
    directiveFields.verificationPredicate,
  ),
  filesComeLater: filesComeLaterInput,
  appliesToAgents: list("Roles that it is for; * for all.", directiveFields.appliesToAgents),
  appliesToTools: list("Tools that it is for.", directiveFields.appliesToTools),
  priority: field("How much weight it has.", z._default(z.enum(directivePriorities), "medium")),
  enforcement: field("Whether it blocks or warns.", z._default(z.enum(directiveEnforcements), "warn")),
  citations: field(
    "Files of the project that it mentions: when they change, it may be out of date.",
    z._default(z.array(path).check(z.maxLength(20)), []),
  ),
  task: field("The id of the task that it comes from.", z.optional(textId)),
  ...envelopeInput,
});

export type DirectiveInput = z.output<typeof directiveInput>;

export const proposalOutput = z.strictObject({
  lesson: field("The id of the directive.", z.string()),
  text: field("The text as it was stored.", z.string()),
  status: field("The state of the directive; only an active one is shown.", z.enum(directiveStatuses)),
  missing: field("What keeps it from being active.", z.array(z.string())),
  merged: field("True when a known directive says the same: that one was confirmed instead.", z.boolean()),
  contradicts: field(
    "The directive that says the opposite; a person has to decide. Null if there is none.",
    z.nullable(z.string()),
  ),
  priority: field("How much weight it has.", z.enum(directivePriorities)),
  enforcement: field("Whether it blocks or warns.", z.enum(directiveEnforcements)),
  capped: field("True when its origin may not give it the weight that was asked for.", z.boolean()),
  compared: field(
    "How it was compared with other directives.",
    z.enum(["words and meaning", "words", "text alone"]),
  ),
});

export type ProposalResult = Immutable<z.output<typeof proposalOutput>>;

type Settled = Omit<ProposalResult, "compared">;

/** The text as it will be kept is what is compared. */
export function nearDirectives(context: Context, text: string): Promise<NearLessons | undefined> {
  const door = textDoor(text);
  const { captureLimitMs } = context.ledger.config.insights;
  const options = { waitMs: captureLimitMs };
  return nearLessons(context, "directive", [door.ok ? door.text : text], options);
}

/** Where a proposal comes from, besides somebody's call. */
export interface Provenance {
  readonly from?: EventData<"lesson-proposed">["from"];
  readonly candidate?: EventData<"lesson-proposed">["candidate"];
}

/**
 * Proposes a directive. Nothing that fits the schema is lost: what cannot be shown yet waits in quarantine.
 */
export async function propose(
  context: Context,
  writer: LedgerWriter,
  admitted: DirectiveInput,
  provenance: Provenance,
  near?: NearLessons,
): Promise<ProposalResult> {
  const compared = near?.by ?? "text alone";
  const {
    run = context.run,
    task,
    actor = context.actor,
    origin = context.origin,
    citations,
    filesComeLater: _,
    ...fields
  } = admitted;
  const about = { run, task, actor, origin };
  const door = textDoor(fields.text);
  const text = door.ok ? door.text : fields.text;
  const like = await similarDirective(writer, text, near);
  if (like.same?.status === "archived")
    return { ...(await bringBack(writer, like.same, text, about)), compared };
  if (like.same !== undefined)
    return { ...(await confirm(writer, like.same, text, fields, about)), compared };
  const lesson = directiveId(text);
  const weight = cappedByTrust({ ...fields, origin }, { person: false, evidence: [] });
  const bornAtPhase = (await writer.row(totals, totalsKey))?.phases ?? 0;
  const cited = citationsOf(context.places.root, citations);
  const data = {
    ...fields,
    text,
    ...weight,
    citations: cited,
    lesson,
    kind: "directive" as const,
    bornAtPhase,
    ...provenance,
    witness: witnessOf(context, origin),
  };
  await writer.append({ type: "lesson-proposed", data, ...about });
  await settle(context, writer, lesson, like.opposite?.lesson, about);
  const row = await writer.row(directives, lesson);
  const capped = weight.priority !== fields.priority || weight.enforcement !== fields.enforcement;
  const found = { merged: false, capped, contradicts: like.opposite?.lesson };
  return { ...resultOf(row ?? rowMissing(lesson), found), compared };
}

/** What is known already is confirmed. A person who asks for more weight than it has gives it that weight. */
async function confirm(
  writer: LedgerWriter,
  same: DirectiveRow,
  text: string,
  { priority, enforcement }: Pick<DirectiveInput, "priority" | "enforcement">,
  about: About,
): Promise<Settled> {
  const { lesson } = same;
  await writer.append({ type: "lesson-confirmed", data: { lesson, text }, ...about });
  const heavier =
    byWeight[priority] > byWeight[same.priority] ||
    (enforcement === "enforce" && same.enforcement === "warn");
  if (heavier && about.origin === "human") {
    const from = { priority: same.priority, enforcement: same.enforcement };
    const to = {
      priority: byWeight[priority] > byWeight[same.priority] ? priority : same.priority,
      enforcement: enforcement === "enforce" ? enforcement : same.enforcement,
    };
    const reason = "a person brought it in with this weight";
    await writer.append({ type: "lesson-promoted", data: { lesson, reason }, ...about });
    await writer.append({ type: "directive-set", data: { lesson, from, to, reason }, ...about });
  }
  const capped = heavier && about.origin !== "human";
  return resultOf((await writer.row(directives, lesson)) ?? same, { merged: true, capped });
}

const byWeight = { low: 0, medium: 1, high: 2, critical: 3 } as const;

/** What was put away comes back when a person brings it in again, and not by anybody else's word. */
async function bringBack(
  writer: LedgerWriter,
  row: DirectiveRow,
  text: string,
  about: About,
): Promise<Settled> {
  const { lesson } = row;
  await writer.append({ type: "lesson-confirmed", data: { lesson, text }, ...about });
  if (about.origin === "human")
    await writer.append({
      type: "lesson-activated",
      data: { lesson, reason: "a person brought it in again" },
      ...about,
    });
  return resultOf((await writer.row(directives, lesson)) ?? row, { merged: true, capped: false });
}

type About = Pick<Parameters<LedgerWriter["append"]>[0], "run" | "task" | "actor" | "origin">;

/** Activates it, or says what keeps it in quarantine. */
async function settle(
  { ledger }: Context,
  writer: LedgerWriter,
  lesson: string,
  opposite: string | undefined,
  about: About,
): Promise<void> {
  const row = await writer.row(directives, lesson);
  if (row === undefined || row.status === "active") return;
  if (opposite !== undefined) {
    await writer.append({ type: "contradiction-found", data: { lesson, other: opposite }, ...about });
    const data = { lesson, missing: ["contradiction" as const], contradicts: opposite };
    await writer.append({ type: "lesson-quarantined", data, ...about });
    return;
  }
  const missing = missingFor(row, ledger.config.directives);
  await writer.append(
    missing.length === 0
      ? { type: "lesson-activated", data: { lesson, reason: "it has a check and a scope" }, ...about }
      : { type: "lesson-quarantined", data: { lesson, missing: [...missing] }, ...about },
  );
}

/** Refuses what cannot be kept: a text of the wrong length, a missing file, a predicate by an agent. */
export function directiveRefusal(
  context: Context,
  { text, verificationPredicate, citations, origin }: DirectiveInput,
): Refusal | undefined {
  const door = textDoor(text);
  if (!door.ok) return textRefusal(door);
  const gone = citationsOf(context.places.root, citations).find(({ hash }) => hash === "");
  if (gone !== undefined)
    return { field: "citations", reason: `there is no file '${gone.file}' in the project that can be read` };
  return predicateRefusal(context, verificationPredicate, origin);
}

function textRefusal({
  refused,
  characters,
  parts,
}: Extract<ReturnType<typeof textDoor>, { ok: false }>): Refusal {
  const wanted = `a directive has ${textAtLeastChars} to ${textAtMostChars} characters`;
  const next =
    refused === "too_short"
      ? "say what is to be done, and where"
      : parts.length > 0
        ? `add its parts one by one: ${parts.map((part) => JSON.stringify(part)).join(", ")}`
        : "say it in fewer words";
  return { field: "text", reason: `it has ${characters} characters; ${wanted}`, next };
}

function resultOf(
  { lesson, text, status, missing, priority, enforcement }: DirectiveRow,
  { merged, capped, contradicts }: { merged: boolean; capped: boolean; contradicts?: string | undefined },
): Settled {
  return {
    lesson,
    text,
    status,
    missing,
    merged,
    contradicts: contradicts ?? null,
    priority,
    enforcement,
    capped,
  };
}

function rowMissing(lesson: string): never {
  throw new Error(`the directive ${lesson} was proposed and is not there`);
}
