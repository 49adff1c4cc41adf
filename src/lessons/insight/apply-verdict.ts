import * as z from "zod/mini";
import { readInside } from "../../base/files/read-inside.js";
import type { EventOf } from "../../log/events/catalog.js";
import { epochMs } from "../../log/events/time.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { sessionAgents } from "../../runs/fold/session-agents.js";
import type { Context } from "../../verbs/call/context.js";
import { field } from "../../verbs/call/field.js";
import { witnessOf } from "../../verbs/call/speaker.js";
import { insights } from "./fold/insights.js";
import { refreshSummary } from "./insight-summary.js";
import { judgeInsights } from "./judge-insights.js";
import type { KnownFiles } from "./rules/evidence/citations-in.js";
import { evidenceIn } from "./rules/evidence/evidence-in.js";
import { knownFilesOfDiff } from "./rules/evidence/known-files-of-diff.js";
import { judgedBy, validatorOf } from "./rules/verdict/pairs.js";
import type { Verdict } from "./rules/verdict/verdict.js";

const penalisedInsight = z.strictObject({
  lesson: z.string(),
  text: z.string(),
  by: z.enum(["finding", "substring", "overlap"]),
  regression: field("True when it had often held up before.", z.boolean()),
});

const unmatchedFinding = z.strictObject({
  finding: z.nullable(z.string()),
  text: z.nullable(z.string()),
  reason: z.enum(["unknown_finding", "ambiguous", "no_match"]),
});

export const verdictOutput = z.strictObject({
  id: field("The id of the event; empty when nothing followed from the output.", z.string()),
  verdict: z.nullable(z.enum(["PASS", "FAIL"])),
  applied: field("Whether it changed what was learned.", z.boolean()),
  reason: field("Why it did not; null when it did.", z.nullable(z.string())),
  deliberation: z.nullable(z.string()),
  adversarialRole: z.nullable(z.string()),
  validatorRole: z.nullable(z.string()),
  evidenceLevel: field(
    "1 for the output of a command, 2 for a place in a file, 3 for neither.",
    z.nullable(z.literal([1, 2, 3])),
  ),
  penalised: field("Insights behind false positives.", z.array(penalisedInsight)),
  unmatched: field("False positives that fit no insight.", z.array(unmatchedFinding)),
  reinforced: field("Insights that the verdict confirmed.", z.array(z.string())),
  aged: field("Insights that were shown and not confirmed.", z.array(z.string())),
  unread: field("What of the verdict could not be read, and counts for nothing.", z.array(z.string())),
  replayed: field("True when this validator had judged this deliberation before.", z.boolean()),
});

export type VerdictResult = z.output<typeof verdictOutput>;

/** What a caller says of a verdict besides the validator's output. */
export interface VerdictFacts {
  readonly deliberation?: string | undefined;
  readonly adversarialRole?: string | undefined;
  readonly validatorRole?: string | undefined;
  readonly diff?: string | undefined;
  readonly run?: string | undefined;
  readonly taskId?: string | undefined;
  readonly actor?: string | undefined;
  readonly origin?: string | undefined;
}

/** Records a verdict with what it means for the insights behind the deliberation that it judged. */
export async function applyVerdict(
  context: Context,
  writer: LedgerWriter,
  verdict: Verdict,
  facts: VerdictFacts,
): Promise<VerdictResult> {
  const named =
    facts.deliberation ?? verdict.deliberation ?? (await pairedDeliberation(context, writer, facts));
  const judged = await judgedDeliberation(context, writer, named);
  if (typeof judged === "string") return { ...nothingApplied(judged), verdict: verdict.verdict };
  const roles = rolesOf(context, judged, facts);
  if (typeof roles === "string") return { ...nothingApplied(roles), verdict: verdict.verdict };
  const { role, validator } = roles;
  // One validator judges a deliberation once: the same verdict read twice must not count twice.
  const key = `verdict ${judged.id} ${validator}`;
  const before = await writer.eventByKey(key);
  if (before?.type === "verdict-recorded") {
    const known = await resultOf(writer, before);
    return {
      ...known,
      applied: false,
      replayed: true,
      reason: `'${validator}' has judged this deliberation before`,
    };
  }
  const { evidenceLevel, consequences } = await weigh(context, writer, judged, verdict, facts.diff);
  const { actor = context.actor, origin = context.origin, run = context.run } = facts;
  // A run that judges its own deliberation only agrees with itself, whoever vouches for it.
  const witness = run !== undefined && run === judged.run ? undefined : witnessOf(context, origin);
  const event = await writer.append({
    type: "verdict-recorded",
    data: {
      deliberation: judged.id,
      role,
      validator,
      verdict: verdict.verdict,
      issues: verdict.issues.map(({ id, severity, summary, location }) => ({
        id,
        severity,
        summary,
        location,
      })),
      mustFix: [...verdict.mustFix],
      labels: judged.data.labels,
      files: judged.data.files,
      evidenceLevel,
      ...consequences,
      witness,
    },
    actor,
    origin,
    // Of the run that was judged: what it refutes was shown there.
    run: judged.run ?? run,
    task: judged.task ?? facts.taskId,
    key,
  });
  await refreshSummary(context, writer, role, { actor, origin });
  return resultOf(writer, event);
}

async function weigh(
  context: Context,
  writer: LedgerWriter,
  judged: EventOf<"deliberation-recorded">,
  verdict: Verdict,
  diff: string | undefined,
) {
  const known = diff === undefined ? knownFilesOfTree(context.places.root) : knownFilesOfDiff(diff);
  const { level } = evidenceIn([judged.data.text, judged.data.evidence ?? ""].join("\n\n"), known);
  return { evidenceLevel: level, consequences: await judgeInsights(context, writer, judged, verdict, level) };
}

/** Larger files are not source that is cited by line. */
const citedMaxBytes = 5_242_880;

/** The files of a folder as they are now. */
function knownFilesOfTree(root: string): KnownFiles {
  const lines = new Map<string, number>();
  return {
    has(path, line) {
      const count = lines.get(path) ?? linesIn(root, path);
      lines.set(path, count);
      return line >= 1 && line <= count;
    },
  };
}

function linesIn(root: string, path: string): number {
  const read = readInside(root, path, citedMaxBytes);
  // A place that cannot be looked up is not evidence.
  if (typeof read === "string") return 0;
  const text = read.toString("utf8");
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** The deliberation that the verdict names, or why it may have no effect. */
async function judgedDeliberation(
  { clock }: Context,
  reader: LedgerReader,
  id: string | undefined,
): Promise<EventOf<"deliberation-recorded"> | string> {
  if (id === undefined) return "the verdict names no deliberation";
  const event = await reader.eventById(id);
  if (event?.type !== "deliberation-recorded") return `there is no deliberation '${id}'`;
  return epochMs(event.at) <= clock() ? event : `the deliberation '${id}' is later than the verdict`;
}

/** Who judged whom. A role that judges itself would only agree with itself. */
function rolesOf(
  { ledger }: Context,
  { data: { role } }: EventOf<"deliberation-recorded">,
  { adversarialRole, validatorRole }: VerdictFacts,
): { readonly role: string; readonly validator: string } | string {
  if (adversarialRole !== undefined && adversarialRole !== role)
    return `the deliberation is by '${role}', not by '${adversarialRole}'`;
  const validator = validatorRole ?? validatorOf(role, ledger.config.insights.pairs);
  if (validator === undefined) return `no role is known to judge '${role}'; name the validator's role`;
  return validator === role ? `'${role}' cannot judge its own deliberation` : { role, validator };
}

export function nothingApplied(reason: string): VerdictResult {
  return {
    id: "",
    verdict: null,
    applied: false,
    reason,
    deliberation: null,
    adversarialRole: null,
    validatorRole: null,
    evidenceLevel: null,
    penalised: [],
    unmatched: [],
    reinforced: [],
    aged: [],
    unread: [],
    replayed: false,
  };
}

async function resultOf(
  reader: LedgerReader,
  { id, data }: EventOf<"verdict-recorded">,
): Promise<VerdictResult> {
  const penalised: z.output<typeof penalisedInsight>[] = [];
  for (const { lesson, by, regression } of data.penalised) {
    const text = (await reader.row(insights, lesson))?.text ?? "";
    penalised.push({ lesson, text, by, regression });
  }
  return {
    id,
    verdict: data.verdict,
    applied: true,
    reason: null,
    deliberation: data.deliberation,
    adversarialRole: data.role,
    validatorRole: data.validator,
    evidenceLevel: data.evidenceLevel,
    penalised,
    unmatched: data.unmatched.map(({ finding = null, text = null, reason }) => ({ finding, text, reason })),
    reinforced: data.reinforced,
    aged: data.aged,
    unread: [],
    replayed: false,
  };
}

interface Validator {
  readonly validatorRole?: string | undefined;
  /** The session, where a host's hooks ask. */
  readonly taskId?: string | undefined;
}

/**
 * The deliberation that a validator judges in a session of a host: the newest of the roles it is paired with.
 * Only a host knows which of its agents spoke in which session; any other caller names the deliberation.
 */
async function pairedDeliberation(
  { ledger, witness }: Context,
  reader: LedgerReader,
  { validatorRole, taskId }: Validator,
): Promise<string | undefined> {
  if (witness !== "host" || validatorRole === undefined || taskId === undefined) return undefined;
  const judged = judgedBy(validatorRole, ledger.config.insights.pairs);
  if (judged.length === 0) return undefined;
  const row = await reader.row(sessionAgents, taskId);
  return row?.deliberations.findLast(({ role }) => judged.includes(role))?.id;
}
