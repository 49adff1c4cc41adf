import type { EventData, EventOf } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { compareMeanings } from "../../reading/language/compare.js";
import { meaningOf } from "../../reading/language/meaning.js";
import { runs } from "../../runs/fold/runs.js";
import type { Context } from "../../verbs/call/context.js";
import { insightId, ofRole, textOfId } from "../lesson-id.js";
import { addedSince, type NearLessons } from "../search/near-lessons.js";
import { type InsightRow, insights } from "./fold/insights.js";
import { sameInsight } from "./insight-kind.js";
import type { ExtractedInsight } from "./rules/extraction/extract-insights.js";
import { stateOfInsight } from "./rules/insight-state.js";

/**
 * Appends a sighting of each insight right behind the deliberation, then what denies something that is known.
 */
export async function observeInsights(
  context: Context,
  writer: LedgerWriter,
  deliberation: EventOf<"deliberation-recorded">,
  found: readonly ExtractedInsight[],
  near: NearLessons | undefined,
): Promise<void> {
  const { run, task, actor, origin } = deliberation;
  const { role } = deliberation.data;
  const shown = run === undefined ? undefined : await textsShown(writer, run, role);
  const since = await addedSince(writer, near, "lesson-observed");
  const here = new Set<string>();
  const denied: EventData<"contradiction-found">[] = [];
  for (const insight of found) {
    const candidates = [...(near?.of(insight.text) ?? []), ...since, ...here];
    const known = await similarInsight(context, writer, { role, text: insight.text }, candidates);
    const { lesson, first } = await observe(writer, deliberation, insight, known.same, { shown, here });
    here.add(lesson);
    if (first && known.opposite !== undefined) denied.push({ lesson, other: known.opposite.lesson });
  }
  for (const data of denied)
    await writer.append({ type: "contradiction-found", data, run, task, actor, origin });
}

/** The insights that a deliberation brought, which stand right behind it in the log. */
export async function observedIn(
  reader: LedgerReader,
  { id, seq }: EventOf<"deliberation-recorded">,
): Promise<readonly EventOf<"lesson-observed">[]> {
  const following = await reader.eventsAfter(seq, mostInsights);
  return following
    .filter((event) => event.type === "lesson-observed")
    .filter(({ data }) => data.deliberation === id);
}

/** More than one deliberation brings. */
const mostInsights = 100;

/** The texts that a role was shown in a run, its own and other roles'. */
async function textsShown(reader: LedgerReader, run: string, role: string): Promise<ReadonlySet<string>> {
  const row = await reader.row(runs, run);
  return new Set(row?.shown.filter((each) => each.role === role).map(({ lesson }) => textOfId(lesson)));
}

interface Known {
  /** Texts that the role was shown in this run; undefined without a run. */
  readonly shown: ReadonlySet<string> | undefined;
  /** Lessons that this deliberation has brought already. */
  readonly here: ReadonlySet<string>;
}

/**
 * An insight in the same words counts first. Where the words are new, the insight of the same meaning is seen
 * again, as this role's own.
 */
async function observe(
  writer: LedgerWriter,
  deliberation: EventOf<"deliberation-recorded">,
  { text, normalised, category, findings, inPassing }: ExtractedInsight,
  same: InsightRow | undefined,
  { shown, here }: Known,
): Promise<{ readonly lesson: string; readonly first: boolean }> {
  const { role, phase, labels, files } = deliberation.data;
  const exact = insightId(role, normalised);
  const isKnown = (await writer.row(insights, exact)) !== undefined;
  const lesson = isKnown || same === undefined ? exact : ofRole(same.lesson, role);
  const known = await writer.row(insights, lesson);
  // Without a run it is unknown what the role had just seen: then all that was ever shown counts as repeated.
  const repeated = deliberation.run !== undefined && known?.evidence.runs.includes(deliberation.run) === true;
  const echo =
    repeated ||
    here.has(lesson) ||
    (shown === undefined ? await wasEverShown(writer, lesson) : shown.has(textOfId(lesson)));
  const first = known === undefined;
  const place = { inPassing, phase, labels, files };
  const what = { lesson, kind: "insight" as const, role, text, category, findings: [...findings] };
  await writer.append({
    type: "lesson-observed",
    data: { ...what, deliberation: deliberation.id, echo, first, ...place },
    actor: deliberation.actor,
    origin: deliberation.origin,
    task: deliberation.task,
    run: deliberation.run,
  });
  return { lesson, first };
}

async function wasEverShown(reader: LedgerReader, lesson: string): Promise<boolean> {
  return (await sameInsight(reader, lesson)).some(({ exposures }) => exposures > 0);
}

interface SimilarInsight {
  /** Says the same in other words; the role's own before another's, the oldest first. */
  readonly same?: InsightRow;
  /** Says the opposite, and still counts. */
  readonly opposite?: InsightRow;
}

/** Compares a text with these insights. A refuted one counts too: other words do not bring it back. */
async function similarInsight(
  { ledger, clock }: Context,
  reader: LedgerReader,
  { role, text }: { readonly role: string; readonly text: string },
  candidates: Iterable<string>,
): Promise<SimilarInsight> {
  const meaning = meaningOf(text);
  const found: Record<"same" | "opposite", InsightRow[]> = { same: [], opposite: [] };
  for (const lesson of new Set(candidates)) {
    const row = await reader.row(insights, lesson);
    const relation = row === undefined ? "different" : compareMeanings(meaning, meaningOf(row.text));
    if (row !== undefined && relation !== "different") found[relation].push(row);
  }
  const order = (a: InsightRow, b: InsightRow) =>
    Number(b.role === role) - Number(a.role === role) ||
    compare(a.firstSeenAt, b.firstSeenAt) ||
    compare(a.lesson, b.lesson);
  const [same] = found.same.sort(order);
  const [opposite] = found.opposite
    .filter(({ evidence }) => stateOfInsight(evidence, clock(), ledger.config.insights) !== "deprecated")
    .sort(order);
  return { ...(same === undefined ? {} : { same }), ...(opposite === undefined ? {} : { opposite }) };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
