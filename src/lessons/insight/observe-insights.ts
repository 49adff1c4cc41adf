import type { EventData, EventOf } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { runs } from "../../runs/fold/runs.js";
import type { Context } from "../../verbs/call/context.js";
import { insightId, ofRole, textOfId } from "../lesson-id.js";
import { addedSince, type NearLessons, similarInsight } from "../search/same-or-opposite.js";
import { type InsightRow, insights } from "./fold/insights.js";
import { sameInsight } from "./insight-kind.js";
import type { ExtractedInsight } from "./rules/extraction/extract-insights.js";

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
