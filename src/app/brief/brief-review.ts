import { renderCompliance } from "../../engines/directives/render-compliance.js";
import { isNamedIn } from "../../engines/directives/scope.js";
import { judgedBy } from "../../engines/insights/verdict/pairs.js";
import { renderFindings } from "../../engines/insights/verdict/render-findings.js";
import { estimateTokens } from "../../language/estimate-tokens.js";
import { sessionAgents } from "../../projections/session-agents.js";
import type { LedgerReader } from "../../store/ledger-reader.js";
import type { Context } from "../context.js";
import { observedIn } from "../insights/observe-insights.js";
import { directivesShownIn } from "../phases/shown-in-phase.js";

interface ReviewRequest {
  readonly role: string;
  readonly phase?: string | undefined;
  readonly session: string | undefined;
  readonly leftTokens?: number | undefined;
  readonly maxBytes?: number | undefined;
}

/** What a role that judges is asked to judge. */
export interface BriefReview {
  readonly blocks: readonly string[];
  readonly tokens: number;
  readonly bytes: number;
}

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
  const candidates = [
    await complianceBlock(context, reader, request, maxBytes * complianceShare),
    await findingsBlock(context, reader, request, maxBytes * findingsShare),
  ];
  const blocks = candidates.filter((block) => block !== "");
  const tokens = blocks.reduce((sum, block) => sum + estimateTokens(block), 0);
  if (leftTokens !== undefined && tokens > leftTokens) return { blocks: [], tokens: 0, bytes: 0 };
  return { blocks, tokens, bytes: new TextEncoder().encode(blocks.join("\n\n")).length };
}

async function complianceBlock(
  { ledger }: Context,
  reader: LedgerReader,
  { role, phase }: ReviewRequest,
  maxBytes: number,
): Promise<string> {
  if (phase === undefined || !isNamedIn(ledger.config.hosts.reviewerRoles, role)) return "";
  const { rows } = await directivesShownIn(reader, phase);
  return renderCompliance(
    rows.filter(({ status }) => status === "active"),
    maxBytes,
  );
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
