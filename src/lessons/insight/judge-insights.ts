import type { EventData, EventOf } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { runs } from "../../runs/fold/runs.js";
import type { Context } from "../../verbs/call/context.js";
import { textOfId } from "../lesson-id.js";
import { type InsightRow, insights, isInsight } from "./fold/insights.js";
import { observedIn } from "./observe-insights.js";
import { ages, regressionReinforcements } from "./rules/change-insight.js";
import { scoreInsight } from "./rules/insight-score.js";
import { matchFalsePositive } from "./rules/matching/match-false-positive.js";
import { overlapsOf, sharesLabel, sharesPlace } from "./rules/overlap.js";
import type { Verdict } from "./rules/verdict/verdict.js";

type Consequences = Pick<EventData<"verdict-recorded">, "penalised" | "unmatched" | "reinforced" | "aged">;

/**
 * What a verdict means for the insights behind a deliberation: the false positives among them are penalised;
 * when it passed on evidence, the ones that bear on it are reinforced, shown or said unprompted, and those that
 * were shown, were to the point and were passed over age.
 */
export async function judgeInsights(
  context: Context,
  reader: LedgerReader,
  judged: EventOf<"deliberation-recorded">,
  verdict: Verdict,
  level: 1 | 2 | 3,
): Promise<Consequences> {
  const exposed = await exposedIn(reader, judged);
  const observed = await observedIn(reader, judged);
  const { penalised, unmatched } = await penaltiesOf(context, reader, { judged, observed, exposed }, verdict);
  const refuted = new Set(penalised.map(({ lesson }) => lesson));
  const rewarding = verdict.verdict === "PASS" && level <= weakestRewardingLevel;
  if (!rewarding) return { penalised, unmatched, reinforced: [], aged: [] };
  const upright = exposed.filter(({ lesson }) => !refuted.has(lesson));
  const stated = new Set(observed.map(({ data }) => textOfId(data.lesson)));
  const isStated = ({ lesson }: InsightRow) => stated.has(textOfId(lesson));
  // What was refuted once must be repeated, and pass, to be confirmed: to have been shown is not enough.
  const deserving = upright.filter((row) => row.evidence.ignores === 0 || isStated(row));
  const unprompted = await statedUnprompted(reader, observed, refuted);
  const candidates = [...unprompted, ...deserving];
  const lifted = candidates.filter((row) => row.evidence.refutedAt !== null);
  const reinforced = [...new Set([...lifted, ...relevantOf(context, candidates, judged, isStated)])].map(
    ({ lesson }) => lesson,
  );
  const passedOver = upright.filter((row) => !reinforced.includes(row.lesson) && !isStated(row));
  const aged = passedOver.filter((row) => isToThePoint(context, row, judged)).map(({ lesson }) => lesson);
  return { penalised, unmatched, reinforced, aged };
}

/** What the deliberation said without having been shown it: the purest signal. */
async function statedUnprompted(
  reader: LedgerReader,
  observed: readonly EventOf<"lesson-observed">[],
  refuted: ReadonlySet<string>,
): Promise<readonly InsightRow[]> {
  const said = observed.filter(({ data }) => !data.echo && !refuted.has(data.lesson));
  return reader.rowsAt(insights, [...new Set(said.map(({ data }) => data.lesson))]);
}

/**
 * Whether the deliberation could have been expected to say it, by place or label: only that ages by being passed
 * over. Words do not decide it, for rules of many areas are often put alike.
 */
function isToThePoint(
  { ledger }: Context,
  { evidence }: InsightRow,
  { data: { files, labels } }: EventOf<"deliberation-recorded">,
): boolean {
  const nearby = sharesPlace(evidence.files, files) || sharesLabel(evidence.labels, labels);
  return nearby && ages(evidence, ledger.config.insights);
}

/** Levels of evidence that reinforce: 1 is execution output, 2 is file:line (jkz: evidence gate). */
const weakestRewardingLevel = 2;
/** Insights reinforced on PASS when none is relevant to the files (jkz: top patterns; the number is ours). */
const reinforceTop = 5;

interface Judged {
  readonly judged: EventOf<"deliberation-recorded">;
  readonly observed: readonly EventOf<"lesson-observed">[];
  readonly exposed: readonly InsightRow[];
}

/**
 * The insights that the role was shown in the run of its deliberation. Without a run nothing is known to have
 * been shown.
 */
async function exposedIn(
  reader: LedgerReader,
  { run, data: { role } }: EventOf<"deliberation-recorded">,
): Promise<readonly InsightRow[]> {
  const shown = run === undefined ? [] : ((await reader.row(runs, run))?.shown ?? []);
  const rows: InsightRow[] = [];
  for (const { lesson } of shown.filter((each) => each.role === role && isInsight(each.lesson))) {
    const row = await reader.row(insights, lesson);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

async function penaltiesOf(
  { ledger }: Context,
  reader: LedgerReader,
  { judged, observed, exposed }: Judged,
  { falsePositives }: Verdict,
) {
  const { insights: settings } = ledger.config;
  const refuted = new Set(judged.run === undefined ? [] : (await reader.row(runs, judged.run))?.refuted);
  // One for each text: the role's own and another role's of the same words are one claim.
  const candidates = new Map(exposed.map(({ lesson, text }) => [textOfId(lesson), { lesson, text }]));
  for (const { data } of observed)
    candidates.set(textOfId(data.lesson), { lesson: data.lesson, text: data.text });
  const findings = judged.data.findings.map(({ id, text }) => ({
    id,
    text,
    lessons: observed.filter(({ data }) => data.findings.includes(id)).map(({ data }) => data.lesson),
  }));
  const penalised: Consequences["penalised"] = [];
  const unmatched: Consequences["unmatched"] = [];
  for (const falsePositive of falsePositives) {
    const match = matchFalsePositive(falsePositive, { findings }, [...candidates.values()], settings);
    if (match.lesson === null) {
      unmatched.push({ finding: falsePositive.finding, text: falsePositive.text, reason: match.reason });
    } else {
      for (const lesson of claimantsOf(match.lesson, observed, exposed)) {
        if (penalised.some((each) => each.lesson === lesson)) continue;
        const reinforcements = (await reader.row(insights, lesson))?.evidence.reinforcements ?? 0;
        penalised.push({
          lesson,
          by: match.by,
          // Once: another validator of the same run may have taken it back already.
          unearned: !refuted.has(lesson) && observed.some(({ data }) => data.lesson === lesson && !data.echo),
          regression: reinforcements >= regressionReinforcements,
        });
      }
    }
  }
  return { penalised, unmatched };
}

/** Everyone whose claim it was: the role itself, and the role that it was borrowed from. */
function claimantsOf(
  lesson: string,
  observed: Judged["observed"],
  exposed: Judged["exposed"],
): readonly string[] {
  const lessons = [...observed.map(({ data }) => data.lesson), ...exposed.map((row) => row.lesson)];
  return [...new Set(lessons.filter((each) => textOfId(each) === textOfId(lesson)))];
}

/** Those learned where the deliberation looked, else a few: what it stated itself, then the best. */
function relevantOf(
  { ledger, clock }: Context,
  rows: readonly InsightRow[],
  { data: { labels, files, phase } }: EventOf<"deliberation-recorded">,
  isStated: (row: InsightRow) => boolean,
): readonly InsightRow[] {
  const { insights: settings } = ledger.config;
  const near = rows.filter(({ evidence }) => sharesPlace(evidence.files, files));
  if (near.length > 0) return near;
  const worth = ({ evidence, category }: InsightRow) =>
    scoreInsight(evidence, category, overlapsOf(evidence, { labels, files, phase }), clock(), settings).score;
  const order = (a: InsightRow, b: InsightRow) =>
    Number(isStated(b)) - Number(isStated(a)) || worth(b) - worth(a);
  return [...rows].sort(order).slice(0, reinforceTop);
}
