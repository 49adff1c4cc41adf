import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { counted } from "../../base/text/counted.js";
import { maskSecrets } from "../../base/text/mask-secrets.js";
import type { EventData } from "../../log/events/catalog.js";
import { directiveEnforcements, directiveFields, directivePriorities } from "../../log/events/directive.js";
import { textId } from "../../log/events/envelope.js";
import { totalsKey } from "../../log/list-keys.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { totals } from "../../runs/fold/totals.js";
import type { Refusal } from "../../verbs/call/admit.js";
import type { Context } from "../../verbs/call/context.js";
import { envelopeInput } from "../../verbs/call/envelope-input.js";
import { field } from "../../verbs/call/field.js";
import type { Immutable } from "../../verbs/call/immutable.js";
import { isPerson, witnessOf } from "../../verbs/call/speaker.js";
import { type NearLessons, nearLessons } from "../search/near-lessons.js";
import { filesComeLaterInput, predicateRefusal } from "./check-predicate.js";
import { citationsOf } from "./citations.js";
import { type About, extendDirective, type Wanted } from "./extend-directive.js";
import type { DirectiveRow } from "./fold/directive-row.js";
import { directives } from "./fold/directives.js";
import { missingFor } from "./rules/actionability.js";
import { directiveStatuses } from "./rules/directive.js";
import { directiveIds } from "./rules/directive-id.js";
import { checkText, saysSomething, textAtLeastChars, textAtMostChars } from "./rules/directive-text.js";
import { isHeavier } from "./rules/joined.js";
import { cappedByTrust } from "./rules/trust.js";
import { similarDirective } from "./similar-directive.js";

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
  taskId: field("The id of the task that it comes from.", z.optional(textId)),
  ...envelopeInput,
});

export type DirectiveInput = z.output<typeof directiveInput>;

export const proposalOutput = z.strictObject({
  lesson: field("The id of the rule.", z.string()),
  text: field("The text as it was stored.", z.string()),
  status: field(
    "The state of the directive: an active one is in force, a proposed one waits for a person and is shown " +
      "as unconfirmed, the others are not shown.",
    z.enum(directiveStatuses),
  ),
  missing: field("What keeps it from being active.", z.array(z.string())),
  merged: field("True when a known rule says the same: that one was confirmed instead.", z.boolean()),
  added: field("What a person's call added to a rule of theirs, as 'field: entries'.", z.array(z.string())),
  superseded: field(
    "The rule of an agent whose place a person's rule took; null if there is none.",
    z.nullable(z.string()),
  ),
  contradicts: field(
    "The rule that says the opposite; a person has to decide. Null if there is none.",
    z.nullable(z.string()),
  ),
  priority: field("How much weight it has.", z.enum(directivePriorities)),
  enforcement: field("Whether it blocks or warns.", z.enum(directiveEnforcements)),
  capped: field("True when its origin may not give it the weight that was asked for.", z.boolean()),
  compared: field(
    "How it was compared with other rules.",
    z.enum(["words and meaning", "words", "text alone"]),
  ),
});

export type ProposalResult = Immutable<z.output<typeof proposalOutput>>;

type Settled = Omit<ProposalResult, "compared">;

/** The text as it will be kept is what is compared. */
export function nearDirectives(context: Context, text: string): Promise<NearLessons | undefined> {
  const door = checkText(text);
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
 * Adds a directive. A person's is in force at once and holds exactly what the person wrote: it takes the
 * place of an agent's in the same words, and a person's own is extended. Another's waits as a proposal, or in
 * quarantine when it lacks something. Nothing that fits the schema is lost, and no call changes what another
 * origin wrote.
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
    taskId: task,
    actor = context.actor,
    origin = context.origin,
    ...rest
  } = admitted;
  const { filesComeLater: _, ...given } = rest;
  const about = { run, task, actor, origin };
  const { citations, ...fields } = given;
  const wanted = { ...withoutSecrets(fields), citations: citationsOf(context.places.root, citations) };
  const { same, opposites } = await similarDirective(writer, wanted.text, near);
  if (same !== undefined && !isPerson(context, origin))
    return { ...(await confirm(writer, same, wanted, about)), compared };
  if (same?.origin === "human" || same?.accepted === true)
    return { ...(await extendOwn(writer, same, wanted, about)), compared };
  const lesson = await freeId(writer, wanted.text);
  const weight = cappedByTrust({ ...wanted, origin }, { person: false, evidence: [] });
  const bornAtPhase = (await writer.row(totals, totalsKey))?.phases ?? 0;
  const data = {
    ...wanted,
    ...weight,
    lesson,
    kind: "directive" as const,
    bornAtPhase,
    ...provenance,
    witness: witnessOf(context, origin),
  };
  await writer.append({ type: "lesson-proposed", data, ...about });
  if (same !== undefined) await supersede(writer, same, lesson, about);
  const opposite = await settleContradictions(context, writer, lesson, opposites, about);
  const row = (await writer.row(directives, lesson)) ?? rowMissing(lesson);
  const capped = weight.priority !== wanted.priority || weight.enforcement !== wanted.enforcement;
  const superseded = same?.lesson ?? null;
  return { ...proposalResult(row, { merged: false, capped, contradicts: opposite, superseded }), compared };
}

type Fields = Omit<DirectiveInput, keyof typeof envelopeInput | "taskId" | "citations" | "filesComeLater">;

/** The text as it is kept: one line, and without keys and tokens in any of its parts. */
function withoutSecrets(fields: Fields): Fields {
  const door = checkText(fields.text);
  const masked = Object.entries(fields).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(maskSecrets) : value,
  ]);
  const text = maskSecrets(door.ok ? door.text : fields.text);
  return { ...(Object.fromEntries(masked) as Fields), text };
}

/** What a directive holds besides its text when nobody said more. */
export function plainDirective(text: string): Fields {
  const { citations: _citations, filesComeLater: _later, ...fields } = directiveInput.parse({ text });
  return withoutSecrets(fields);
}

/**
 * The id of a new directive. The same words may have been an agent's before: what took their place has an id of
 * its own. The text is the one that the log will hold, which in a shared project has no home folder in it.
 */
export async function freeId(writer: LedgerWriter, text: string): Promise<string> {
  const data = { lesson: "", text };
  const kept = writer.asKept({ type: "lesson-confirmed", data, actor: "", origin: "" }).data.text;
  for (const lesson of directiveIds(kept))
    if ((await writer.row(directives, lesson)) === undefined) return lesson;
  throw new WhetstoneError("invalid_input", "this sentence was proposed and turned down too often", {
    field: "text",
    next: "activate one of those that were turned down, or say it in other words",
  });
}

/** What is known already is confirmed, and nothing of it changes. */
async function confirm(
  writer: LedgerWriter,
  same: DirectiveRow,
  { text, priority, enforcement }: Fields,
  about: About,
): Promise<Settled> {
  const { lesson } = same;
  await writer.append({ type: "lesson-confirmed", data: { lesson, text }, ...about });
  const capped = same.status !== "archived" && isHeavier({ priority, enforcement }, same);
  return proposalResult((await writer.row(directives, lesson)) ?? same, { merged: true, capped });
}

/** A person's own rule: comes back if it was put away, and gets what the person adds. */
async function extendOwn(
  writer: LedgerWriter,
  same: DirectiveRow,
  wanted: Wanted,
  about: About,
): Promise<Settled> {
  const { lesson, status, proposal } = same;
  await writer.append({ type: "lesson-confirmed", data: { lesson, text: wanted.text }, ...about });
  const reason = "a person brought it in again";
  if (status === "archived")
    await writer.append({ type: "lesson-activated", data: { lesson, proposal, reason }, ...about });
  const added = await extendDirective(writer, same, wanted, about);
  const row = (await writer.row(directives, lesson)) ?? same;
  return proposalResult(row, { merged: true, capped: false, added });
}

/** What an agent wrote is put away for a person's rule in the same words. */
async function supersede(
  writer: LedgerWriter,
  { lesson, status, proposal }: DirectiveRow,
  by: string,
  about: About,
): Promise<void> {
  if (status === "archived") return;
  const reason = `superseded: a person's rule took its place (${by})`;
  await writer.append({ type: "lesson-retired", data: { lesson, proposal, reason }, ...about });
}

/**
 * A person's rule is activated, unless it says the opposite of what a person stands behind. In a team the rule
 * of a member who may not decide for everybody waits for one who may. An agent's stays a proposal, or waits in
 * quarantine with what it lacks. Returns the directive that says the opposite.
 */
async function settleContradictions(
  context: Context,
  writer: LedgerWriter,
  lesson: string,
  opposites: readonly DirectiveRow[],
  about: About,
): Promise<string | undefined> {
  const row = (await writer.row(directives, lesson)) ?? rowMissing(lesson);
  const isPersons = isPerson(context, about.origin);
  const standing = opposites.find(({ origin, status }) => origin === "human" || status === "active");
  const opposite = isPersons ? standing : (standing ?? opposites[0]);
  for (const other of isPersons && standing === undefined ? opposites : [])
    await contradict(writer, other.lesson, lesson, about);
  if (opposite !== undefined) {
    await contradict(writer, lesson, opposite.lesson, about);
    return opposite.lesson;
  }
  const missing = about.origin === "human" ? [] : missingFor(row, context.ledger.config.directives);
  if (isPersons)
    await writer.append({
      type: "lesson-activated",
      data: { lesson, proposal: row.proposal, reason: "a person wrote it" },
      ...about,
    });
  else if (missing.length > 0)
    await writer.append({ type: "lesson-quarantined", data: { lesson, missing: [...missing] }, ...about });
  return undefined;
}

async function contradict(writer: LedgerWriter, lesson: string, other: string, about: About): Promise<void> {
  await writer.append({ type: "contradiction-found", data: { lesson, other }, ...about });
  const data = { lesson, missing: ["contradiction" as const], contradicts: other };
  await writer.append({ type: "lesson-quarantined", data, ...about });
}

/**
 * Refuses what cannot be kept: a text of the wrong length or without sense, a missing file, a predicate by an
 * agent. A person's text is not judged.
 */
export function directiveRefusal(
  context: Context,
  { text, verificationPredicate, citations, origin }: DirectiveInput,
): Refusal | undefined {
  const door = checkText(text);
  if (!door.ok) return textRefusal(door);
  if ((origin ?? context.origin) !== "human" && !saysSomething(maskSecrets(door.text)))
    return {
      field: "text",
      reason: "it says nothing that could be followed",
      next: "say what is to be done, and where",
    };
  const gone = citationsOf(context.places.root, citations).find(({ hash }) => hash === "");
  if (gone !== undefined)
    return { field: "citations", reason: `there is no file '${gone.file}' in the project that can be read` };
  return predicateRefusal(context, verificationPredicate, origin);
}

export function textRefusal({
  refused,
  characters,
  parts,
}: Extract<ReturnType<typeof checkText>, { ok: false }>): Refusal {
  const wanted = `a rule has ${textAtLeastChars} to ${textAtMostChars} characters`;
  const next =
    refused === "too_short"
      ? "say what is to be done, and where"
      : parts.length > 0
        ? `add its parts one by one: ${parts.map((part) => JSON.stringify(part)).join(", ")}`
        : "say it in fewer words";
  return { field: "text", reason: `it has ${counted(characters, "character")}; ${wanted}`, next };
}

interface Found {
  readonly merged: boolean;
  readonly capped: boolean;
  readonly contradicts?: string | undefined;
  readonly added?: readonly string[];
  readonly superseded?: string | null;
}

function proposalResult(
  { lesson, text, status, missing, priority, enforcement }: DirectiveRow,
  { merged, capped, contradicts = undefined, added = [], superseded = null }: Found,
): Settled {
  return {
    lesson,
    text,
    status,
    missing,
    merged,
    added,
    superseded,
    contradicts: contradicts ?? null,
    priority,
    enforcement,
    capped,
  };
}

function rowMissing(lesson: string): never {
  throw new Error(`the rule ${lesson} was proposed and is not there`);
}
