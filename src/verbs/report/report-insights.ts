import * as z from "zod/mini";
import {
  demotedList,
  type InsightRow,
  insights,
  readyList,
  regressedList,
} from "../../lessons/insight/fold/insights.js";
import { type RoleRow, roles } from "../../lessons/insight/fold/roles.js";
import { scoreInsight } from "../../lessons/insight/rules/insight-score.js";
import { stateOfInsight } from "../../lessons/insight/rules/insight-state.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import type { Context } from "../call/context.js";
import { field } from "../call/field.js";

const month = z.strictObject({ month: z.string(), precision: z.number() });

const roleLineOutput = z.strictObject({
  role: z.string(),
  deliberations: z.int(),
  briefs: z.int(),
  validated: z.int(),
  ignored: z.int(),
  precision: field(
    "Validated of validated and ignored; null while there was neither.",
    z.nullable(z.number()),
  ),
  months: z.readonly(z.array(month)),
  falsePositivesAvoided: field(
    "Refuted insights that the role has not raised again in a later deliberation.",
    z.int(),
  ),
});

const insightLineOutput = z.strictObject({
  id: z.string(),
  role: z.string(),
  category: z.enum(["rule", "causal", "observation"]),
  text: z.string(),
  score: z.number(),
  sightings: z.int(),
  situations: z.int(),
  reinforcements: z.int(),
  ignores: z.int(),
  events: field("The newest events behind it, by seq.", z.readonly(z.array(z.int()))),
});

/** What each role keeps noticing, and how that holds up. */
export const insightReportOutput = z.strictObject({
  roles: z.readonly(z.array(roleLineOutput)),
  regressions: field(
    "What had held up often and was then refuted, newest first.",
    z.readonly(z.array(insightLineOutput)),
  ),
  readyForPromotion: field(
    "Verified and waiting for a person's word, best first.",
    z.readonly(z.array(insightLineOutput)),
  ),
});

export type InsightReport = z.output<typeof insightReportOutput>;
type RoleLine = z.output<typeof roleLineOutput>;
export type InsightLine = Readonly<z.output<typeof insightLineOutput>>;

/** A report is read, not archived. */
const mostListed = 10;
/** Some of them have faded away since they were put there. */
const mostReady = 100;
/** The newest refuted ones; older ones say little about how a role works now. */
const mostDemoted = 1_000;

export async function insightReport(context: Context, reader: LedgerReader): Promise<InsightReport> {
  const { insights: settings } = context.ledger.config;
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
      .filter(({ row }) => stateOfInsight(row.evidence, context.clock(), settings) === "verified")
      .map(({ row }) => insightLine(context, row))
      .filter(({ score }) => score >= settings.dropBelowScore)
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
