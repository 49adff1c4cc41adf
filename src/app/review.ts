import * as z from "zod/mini";
import { evidenceIn } from "../engines/insights/evidence/evidence-in.js";
import { knownFilesOfDiff } from "../engines/insights/evidence/known-files-of-diff.js";
import { parseVerdict } from "../engines/insights/verdict/parse-verdict.js";
import type { Verdict } from "../engines/insights/verdict/verdict.js";
import type { EventOf } from "../events/catalog.js";
import { origin, textId } from "../events/envelope.js";
import { epochMs, isoTime } from "../events/time.js";
import { insights } from "../projections/insights.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { admit } from "./admit.js";
import type { Context } from "./context.js";
import { failOpen } from "./fail-open.js";
import { refreshSummary } from "./insight-summary.js";
import { judgeInsights } from "./judge-insights.js";
import { knownFilesOfTree } from "./known-files-of-tree.js";
import { type ComplianceResult, reviewDirectives } from "./review-directives.js";
import { roleInput } from "./situation-input.js";

const reviewInput = z.strictObject({
  /** What the validator wrote. */
  output: z.string().check(z.maxLength(4_194_304)),
  /** The deliberation that was judged, if the verdict does not name it. */
  deliberation: z.optional(textId),
  /** The role that was judged and the one that judged; by convention one follows from the other. */
  adversarialRole: z.optional(roleInput),
  validatorRole: z.optional(roleInput),
  /**
   * The change under review: a place in a file counts as evidence only if it is in here, or else in the
   * project's files.
   */
  diff: z.optional(z.string().check(z.maxLength(16_777_216))),
  /** The phase whose directives were reviewed. */
  phase: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  run: z.optional(textId),
  task: z.optional(textId),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type ReviewInput = z.input<typeof reviewInput>;

export interface ReviewResult {
  /** The id of the event; empty when nothing followed from the output. */
  readonly id: string;
  readonly verdict: "PASS" | "FAIL" | null;
  /** Whether it changed what was learned. */
  readonly applied: boolean;
  /** Why it did not. */
  readonly reason: string | null;
  readonly deliberation: string | null;
  readonly adversarialRole: string | null;
  readonly validatorRole: string | null;
  readonly evidenceLevel: 1 | 2 | 3 | null;
  readonly penalised: readonly PenalisedInsight[];
  readonly unmatched: readonly UnmatchedFinding[];
  readonly reinforced: readonly string[];
  readonly aged: readonly string[];
  readonly replayed: boolean;
  /**
   * The reviewer's word on the directives of the phase, and what their checks found; null without a phase.
   */
  readonly compliance: ComplianceResult | null;
  readonly failed?: { readonly code: string; readonly reason: string };
}

export interface PenalisedInsight {
  readonly lesson: string;
  readonly text: string;
  readonly by: "finding" | "substring" | "overlap";
  /** It had held up often before. */
  readonly regression: boolean;
}

export interface UnmatchedFinding {
  readonly finding: string | null;
  readonly text: string | null;
  readonly reason: "unknown_finding" | "ambiguous" | "no_match";
}

type Admitted = z.output<typeof reviewInput>;

/**
 * Reads a validator's output and corrects what was learned by it.
 * Fails open: an output that says nothing usable changes nothing, and the answer says why.
 */
export async function review(context: Context, input: ReviewInput): Promise<ReviewResult> {
  const compliance = await complianceOf(context, input);
  const judged = await reviewInsights(context, input, compliance !== null);
  return { ...judged, compliance };
}

/**
 * Not open: what a check could not look at has not passed, and a phase whose receipts are missing does not
 * end.
 */
async function complianceOf(context: Context, input: ReviewInput): Promise<ComplianceResult | null> {
  if (input?.phase === undefined) return null;
  const admitted = await admit(context, "review", reviewInput, input);
  const {
    phase = "",
    output,
    run = context.run,
    task,
    actor = context.actor,
    origin = context.origin,
  } = admitted;
  context.beforeWriting();
  return reviewDirectives(context, phase, output, { run, task, actor, origin });
}

async function reviewInsights(context: Context, input: ReviewInput, ofPhase: boolean): Promise<ReviewResult> {
  const { captureLimitMs } = context.ledger.config.insights;
  const outcome = await failOpen(context, "review", captureLimitMs, async (deadline) => {
    const admitted = await admit(context, "review", reviewInput, input, undefined, deadline.options);
    const parsed = parseVerdict(admitted.output);
    if (parsed.kind === "none") return nothingApplied("the output holds no verdict-json block");
    if (parsed.kind === "invalid") return nothingApplied(`the verdict is invalid: ${parsed.reason}`);
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      deadline.check();
      const result = await applyVerdict(context, writer, parsed.verdict, admitted);
      deadline.check();
      return result;
    }, deadline.options);
  });
  if ("failed" in outcome) return { ...nothingApplied(outcome.failed.reason), failed: outcome.failed };
  const { done } = outcome;
  // A reviewer of directives owes no verdict on a deliberation.
  if (done.reason !== null && !done.replayed && !(ofPhase && done.verdict === null))
    noteUnused(context, done.reason);
  return done;
}

async function applyVerdict(
  context: Context,
  writer: LedgerWriter,
  verdict: Verdict,
  admitted: Admitted,
): Promise<ReviewResult> {
  const judged = await judgedDeliberation(context, writer, admitted.deliberation ?? verdict.deliberation);
  if (typeof judged === "string") return { ...nothingApplied(judged), verdict: verdict.verdict };
  const roles = rolesOf(context, judged, admitted);
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
  const { evidenceLevel, consequences } = await weigh(context, writer, judged, verdict, admitted.diff);
  const { actor = context.actor, origin = context.origin } = admitted;
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
    },
    actor,
    origin,
    // Of the run that was judged: what it refutes was shown there.
    run: judged.run ?? admitted.run ?? context.run,
    task: judged.task ?? admitted.task,
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
  { adversarialRole, validatorRole }: Admitted,
): { readonly role: string; readonly validator: string } | string {
  if (adversarialRole !== undefined && adversarialRole !== role)
    return `the deliberation is by '${role}', not by '${adversarialRole}'`;
  const pairs = ledger.config.insights.pairs.map((pair) => pair.toLowerCase().split(":"));
  const validator = validatorRole ?? pairs.find(([, adversarial]) => adversarial === role)?.[0];
  if (validator === undefined) return `nobody is known to judge '${role}'; name the validator's role`;
  return validator === role ? `'${role}' cannot judge its own deliberation` : { role, validator };
}

/**
 * An output that was meant to correct something and did not is a loss: a loop that corrects nothing must not
 * look well.
 */
function noteUnused({ losses, clock }: Context, reason: string): void {
  losses.note({ at: isoTime(clock()), stage: "review", reason });
}

function nothingApplied(reason: string): ReviewResult {
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
    replayed: false,
    compliance: null,
  };
}

async function resultOf(
  reader: LedgerReader,
  { id, data }: EventOf<"verdict-recorded">,
): Promise<ReviewResult> {
  const penalised: PenalisedInsight[] = [];
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
    replayed: false,
    compliance: null,
  };
}
