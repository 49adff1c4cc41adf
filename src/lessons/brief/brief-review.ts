import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import { runs } from "../../runs/fold/runs.js";
import { sessionAgents } from "../../runs/fold/session-agents.js";
import type { Context } from "../../verbs/call/context.js";
import { directivesShownIn } from "../directive/gate/shown-in-phase.js";
import {
  type ComplianceBlock,
  noCompliance,
  renderCompliance,
} from "../directive/rules/render-compliance.js";
import { isNamedIn } from "../directive/rules/scope.js";
import { observedIn } from "../insight/observe-insights.js";
import { judgedBy } from "../insight/rules/verdict/pairs.js";
import { renderFindings } from "../insight/rules/verdict/render-findings.js";

interface ReviewRequest {
  readonly role: string;
  readonly phase?: string | undefined;
  readonly session: string | undefined;
  readonly run: string | undefined;
  /** Leaves out what this run was given before. */
  readonly fresh: boolean;
  readonly leftTokens?: number | undefined;
  readonly maxBytes?: number | undefined;
}

/** What a role that judges is asked to judge. */
export interface BriefReview {
  readonly blocks: readonly string[];
  readonly tokens: number;
  readonly bytes: number;
  /** The directives to verify: no other block repeats them. */
  readonly lessons: readonly string[];
}

const nothing: BriefReview = { blocks: [], tokens: 0, bytes: 0, lessons: [] };

/** Half of the room is for the rules under review, a quarter for findings, the rest for lessons. */
const complianceShare = 0.5;
const findingsShare = 0.25;

/**
 * What a reviewer verifies and what a validator judges, each with its ids: the directives that were shown in
 * the phase, and the newest findings of its counterpart in the session. Nothing for other roles.
 */
export async function briefReview(
  context: Context,
  reader: LedgerReader,
  request: ReviewRequest,
): Promise<BriefReview> {
  const { maxBytes = context.ledger.config.directives.briefMaxBytes, leftTokens } = request;
  const compliance = await complianceBlock(context, reader, request, maxBytes * complianceShare);
  const findings = await findingsBlock(context, reader, request, maxBytes * findingsShare);
  const blocks = [compliance.block, findings].filter((block) => block !== "");
  const tokens = blocks.reduce((sum, block) => sum + estimateTokens(block), 0);
  if (leftTokens !== undefined && tokens > leftTokens) return nothing;
  const bytes = new TextEncoder().encode(blocks.join("\n\n")).length;
  return { blocks, tokens, bytes, lessons: compliance.lessons };
}

/** What others were shown in the phase: a rule for reviewers is theirs to follow, not to verify. */
async function complianceBlock(
  { ledger }: Context,
  reader: LedgerReader,
  { role, phase, run, fresh }: ReviewRequest,
  maxBytes: number,
): Promise<ComplianceBlock> {
  const { reviewerRoles } = ledger.config.hosts;
  if (phase === undefined || !isNamedIn(reviewerRoles, role)) return noCompliance;
  const { row, rows } = await directivesShownIn(reader, phase);
  const toReviewers = row?.shown.filter((each) => each.role !== null && isNamedIn(reviewerRoles, each.role));
  const own = new Set(toReviewers?.map(({ lesson }) => lesson));
  const toVerify = rows.filter(({ status, lesson }) => status === "active" && !own.has(lesson));
  const compliance = renderCompliance(toVerify, maxBytes);
  if (!fresh || run === undefined || !(await wasGiven(reader, run, compliance.block))) return compliance;
  return { ...compliance, block: "" };
}

/** Whether a brief of this run held this very block: some hosts ask at the start and at the prompt. */
async function wasGiven(reader: LedgerReader, run: string, block: string): Promise<boolean> {
  const row = await reader.row(runs, run);
  for (const id of row?.briefs ?? []) {
    const event = await reader.eventById(id);
    const frame = event?.type === "brief-made" ? (event.data.frame ?? []) : [];
    if (frame.some((piece) => typeof piece === "string" && piece.includes(block))) return true;
  }
  return false;
}

async function findingsBlock(
  { ledger }: Context,
  reader: LedgerReader,
  { role, session }: ReviewRequest,
  maxBytes: number,
): Promise<string> {
  const judged = judgedBy(role, ledger.config.insights.pairs);
  if (session === undefined || judged.length === 0) return "";
  const row = await reader.row(sessionAgents, session);
  const newest = row?.deliberations.findLast((each) => judged.includes(each.role));
  const event = newest && (await reader.eventById(newest.id));
  if (event?.type !== "deliberation-recorded") return "";
  const findings = (await observedIn(reader, event)).map(({ data }) => ({
    ids: data.findings,
    text: data.text,
  }));
  return renderFindings(event.data.role, findings, maxBytes);
}
