import { scoreInsight } from "../engines/insights/insight-score.js";
import { stateOfInsight } from "../engines/insights/insight-state.js";
import { demotedList, type InsightRow, insights, readyList, regressedList } from "../projections/insights.js";
import { type RoleRow, roles } from "../projections/roles.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";
import { rounded } from "./rounded.js";

export interface InsightReport {
  readonly roles: readonly RoleLine[];
  /** What had held up often and was then refuted, newest first. */
  readonly regressions: readonly InsightLine[];
  /** Verified and waiting for a person's word, best first. */
  readonly readyForPromotion: readonly InsightLine[];
}

interface RoleLine {
  readonly role: string;
  readonly deliberations: number;
  readonly briefs: number;
  readonly validated: number;
  readonly ignored: number;
  /** Validated of validated and ignored; null while there was neither. */
  readonly precision: number | null;
  readonly months: readonly { readonly month: string; readonly precision: number }[];
  /** Refuted insights that the role has not raised again in a later deliberation. */
  readonly falsePositivesAvoided: number;
}

export interface InsightLine {
  readonly id: string;
  readonly role: string;
  readonly category: "rule" | "causal" | "observation";
  readonly text: string;
  readonly score: number;
  readonly sightings: number;
  readonly situations: number;
  readonly reinforcements: number;
  readonly ignores: number;
  /** The newest events behind it, by seq. */
  readonly events: readonly number[];
}

/** A report is read, not archived. */
const mostListed = 10;
/** Some of them have faded away since they were put there. */
const mostReady = 100;
/** The newest refuted ones; older ones say little about how a role works now. */
const mostDemoted = 1_000;

export async function insightReport(context: Context, reader: LedgerReader): Promise<InsightReport> {
  const demoted = (await reader.rowsFrom(insights, { list: demotedList, limit: mostDemoted })).map(
    ({ row }) => row,
  );
  const regressed = await reader.rowsFrom(insights, { list: regressedList, limit: mostListed });
  const ready = [
    ...(await reader.rowsFrom(insights, { list: readyList("lasting"), limit: mostReady })),
    ...(await reader.rowsFrom(insights, { list: readyList("fading"), limit: mostReady })),
  ];
  return {
    roles: (await reader.rows(roles)).map((row) => roleLine(row, demoted)),
    regressions: regressed.map(({ row }) => insightLine(context, row)),
    readyForPromotion: ready
      .filter(
        ({ row }) =>
          stateOfInsight(row.evidence, context.clock(), context.ledger.config.insights) === "verified",
      )
      .map(({ row }) => insightLine(context, row))
      .sort((a, b) => b.score - a.score)
      .slice(0, mostListed),
  };
}

function roleLine(row: RoleRow, demoted: readonly InsightRow[]): RoleLine {
  const { role, deliberations, briefs, validated, ignored, months } = row;
  return {
    role,
    deliberations,
    briefs,
    validated,
    ignored,
    precision: validated + ignored === 0 ? null : precision(row),
    months: months.map((each) => ({ month: each.month, precision: precision(each) })),
    falsePositivesAvoided: demoted.filter((each) => each.role === role && isAvoided(each, row)).length,
  };
}

function precision({ validated, ignored }: { readonly validated: number; readonly ignored: number }): number {
  return rounded(validated / (validated + ignored));
}

/** The role has spoken since, and has not said it again. */
function isAvoided({ evidence }: InsightRow, { lastDeliberationAt }: RoleRow): boolean {
  const { penalisedAt, lastSaidAt } = evidence;
  if (penalisedAt === null || lastDeliberationAt === null) return false;
  return lastSaidAt <= penalisedAt && lastDeliberationAt > penalisedAt;
}

function insightLine(
  { ledger, clock }: Context,
  { lesson, role, text, category, evidence, events }: InsightRow,
): InsightLine {
  return {
    id: lesson,
    role,
    category,
    text,
    score: rounded(scoreInsight(evidence, category, 0, clock(), ledger.config.insights).score),
    sightings: evidence.sightings,
    situations: evidence.situations.length,
    reinforcements: evidence.reinforcements,
    ignores: evidence.ignores,
    events,
  };
}
