import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { shellWord } from "../../../base/text/shell-word.js";
import type { LedgerReader } from "../../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../../log/store/ledger-writer.js";
import { runs } from "../../../runs/fold/runs.js";
import type { Context } from "../../../verbs/call/context.js";
import { field } from "../../../verbs/call/field.js";
import type { DirectiveRow } from "../fold/directive-row.js";
import { type PhaseRow, phases } from "../fold/phases.js";
import { type KnownVerdict, parseCompliance, resolveCompliance } from "../rules/compliance.js";
import { conflictOf } from "../rules/trust.js";
import { type CheckResult, checkOutput, checkReceipt, runChecks } from "./phase-directives.js";
import { type Receipt, recordReceipts } from "./record-receipts.js";
import { directivesShownIn } from "./shown-in-phase.js";
import { unknownPhase } from "./unknown-phase.js";

const judgement = z.strictObject({
  lesson: z.string(),
  verdict: z.enum(["verified", "violated", "n_a"]),
  evidence: z.nullable(z.string()),
});

export const complianceOutput = z.strictObject({
  phase: z.string(),
  verdicts: field("The reviewer's verdict on each rule that was shown in the phase.", z.array(judgement)),
  dismissed: field(
    "Verdicts that count for nothing: by the rule's author, or by a run that was shown it to follow.",
    z.array(
      z.strictObject({
        lesson: z.string(),
        verdict: judgement.shape.verdict,
        because: z.enum(["author", "shown"]),
      }),
    ),
  ),
  checks: field("What the checks found, which no verdict overrules.", z.array(checkOutput)),
  omitted: field("Critical rules that the reviewer left out.", z.array(z.string())),
  unknown: field("Ids that were not shown in the phase, as written.", z.array(z.string())),
  escalated: field("Rules that this review made critical and enforced.", z.array(z.string())),
});

/** Who reviewed, and in which run. */
export interface Reviewer {
  readonly actor: string;
  readonly origin: string;
  readonly run: string | undefined;
  readonly task: string | undefined;
}

/**
 * Takes a reviewer's verdicts on the directives of a phase, and runs the checks behind them. A name that no
 * phase has is refused with the nearest that one has.
 */
export async function reviewDirectives(
  context: Context,
  phase: string,
  output: string,
  reviewer: Reviewer,
): Promise<z.output<typeof complianceOutput>> {
  const { row, rows, shownAs } = await context.ledger.read(async (reader) => ({
    ...(await directivesShownIn(reader, phase)),
    shownAs: await rolesShown(reader, reviewer.run),
  }));
  if (row === undefined)
    throw await unknownPhase(context, phase, (name) => `whetstone review FILE --phase ${shellWord(name)}`);
  const lessons = rows.map(({ lesson }) => lesson);
  const { known: stated, unknown, ambiguous, omitted } = resolveCompliance(parseCompliance(output), lessons);
  const conflicts = conflictsOf(rows, reviewer, shownAs, context.ledger.config.hosts.reviewerRoles);
  const dismissed = stated.flatMap(({ lesson, verdict }) => {
    const because = conflicts.get(lesson);
    return because === undefined ? [] : [{ lesson, verdict, because }];
  });
  const known = stated.filter(({ lesson }) => !conflicts.has(lesson));
  const judged = new Set(known.filter(({ verdict }) => verdict !== "n_a").map(({ lesson }) => lesson));
  // Before the transaction: a check may take seconds, and other writers should not wait for it.
  const checks = await runChecks(
    context,
    rows.filter(({ lesson }) => judged.has(lesson)),
    row,
  );
  const silent = rows.filter(
    ({ lesson, priority }) => priority === "critical" && omitted.includes(lesson) && !conflicts.has(lesson),
  );
  const receipts = receiptsOf(phase, known, checks, silent);
  const spoofed = [...unknown, ...ambiguous].map(({ id }) => id);
  const escalated = await context.ledger.write((writer) =>
    recordReview(context, writer, { phase, output, receipts, spoofed, dismissed }, reviewer),
  );
  return {
    phase,
    verdicts: known.map(({ lesson, verdict, evidence }) => ({ lesson, verdict, evidence: evidence ?? null })),
    dismissed,
    checks: checks.map((check) => ({ ...check, found: [...check.found] })),
    omitted: silent.map(({ lesson }) => lesson),
    unknown: spoofed,
    escalated: [...escalated],
  };
}

/** The directives of which this is not a reviewer, each with the reason. */
function conflictsOf(
  rows: readonly DirectiveRow[],
  { origin }: Reviewer,
  shownAs: ReadonlyMap<string, readonly (string | null)[]>,
  reviewerRoles: readonly string[],
): ReadonlyMap<string, "author" | "shown"> {
  const conflicts = new Map<string, "author" | "shown">();
  for (const { lesson, origin: author } of rows) {
    const because = conflictOf(author, { origin, shownAs: shownAs.get(lesson) ?? [] }, reviewerRoles);
    if (because !== undefined) conflicts.set(lesson, because);
  }
  return conflicts;
}

/** The roles as which a run was shown each directive. */
async function rolesShown(
  reader: LedgerReader,
  run: string | undefined,
): Promise<ReadonlyMap<string, readonly (string | null)[]>> {
  const roles = new Map<string, (string | null)[]>();
  const row = run === undefined ? undefined : await reader.row(runs, run);
  for (const { lesson, role } of row?.shown ?? []) roles.set(lesson, [...(roles.get(lesson) ?? []), role]);
  return roles;
}

/** Checks come first: a reviewer's violation is later than a check that passed, so that it stands. */
function receiptsOf(
  phase: string,
  known: readonly KnownVerdict[],
  checks: readonly CheckResult[],
  silent: readonly DirectiveRow[],
): readonly Receipt[] {
  return [
    ...checks.map((check) => checkReceipt(check, phase)),
    ...known.map(({ lesson, verdict, evidence }) => ({
      lesson,
      kind: verdict,
      source: "reviewer" as const,
      phase,
      detail: evidence?.slice(0, 2_000),
    })),
    ...silent.map(({ lesson }) => ({ lesson, kind: "omitted" as const, source: "reviewer" as const, phase })),
  ];
}

interface ReadReview {
  readonly phase: string;
  /** What the reviewer wrote. */
  readonly output: string;
  readonly receipts: readonly Receipt[];
  /** Ids that were not shown in the phase. */
  readonly spoofed: readonly string[];
  readonly dismissed: readonly { readonly lesson: string }[];
}

/**
 * Appends the receipts of a review, and returns the directives that escalated by it. The same output of the
 * same reviewer in one run counts once: when it is read again, only those directives are new whose check ends
 * differently now, or whose verdict was contradicted since.
 */
async function recordReview(
  context: Context,
  writer: LedgerWriter,
  { phase, output, receipts, spoofed, dismissed }: ReadReview,
  reviewer: Reviewer,
): Promise<readonly string[]> {
  const row = await writer.row(phases, phase);
  const key = reviewKey(phase, row, output, reviewer);
  const readBefore = (await writer.eventByKey(key)) !== undefined;
  const fresh = readBefore ? receipts.filter(({ lesson }) => !stands(lesson, receipts, row)) : receipts;
  if (readBefore && fresh.length === 0) return [];
  await writer.append({
    type: "output-read",
    data: {
      verb: "review",
      phase,
      receipts: fresh.length,
      spoofed: readBefore ? [] : spoofed.map((id) => id.slice(0, 200)).slice(0, 100),
      ambiguous: [],
      dismissed: readBefore ? [] : dismissed.map(({ lesson }) => lesson).slice(0, 100),
    },
    ...reviewer,
    key: readBefore ? undefined : key,
  });
  return recordReceipts(context, writer, fresh, reviewer);
}

/** A phase of the same name that begins again is another one. */
function reviewKey(
  phase: string,
  row: PhaseRow | undefined,
  output: string,
  { run, origin }: Reviewer,
): string {
  const facts = JSON.stringify([phase, row?.begunAt, run, origin, output]);
  return `review ${createHash("sha256").update(facts).digest("hex").slice(0, 32)}`;
}

/**
 * Whether the latest receipts of a directive in this phase are those of the review. A check and a verdict are
 * compared together, for their order decides which of them stands.
 */
function stands(lesson: string, receipts: readonly Receipt[], row: PhaseRow | undefined): boolean {
  const own = receipts.filter((receipt) => receipt.lesson === lesson);
  const last = (row?.receipts[lesson] ?? []).slice(-own.length);
  return own.every(({ kind, source }, place) => last[place]?.kind === kind && last[place]?.source === source);
}
