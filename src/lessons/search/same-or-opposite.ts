import { WhetstoneError } from "../../base/errors.js";
import type { WaitOptions } from "../../log/store/ledger.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { compareMeanings, similarityKeys } from "../../reading/language/compare.js";
import { meaningOf } from "../../reading/language/meaning.js";
import type { SearchPath } from "../../search/find-candidates.js";
import type { Context } from "../../verbs/call/context.js";
import { noteLoss } from "../../verbs/call/fail-open.js";
import { rowsIn } from "../directive/directive-rows.js";
import { similarList } from "../directive/fold/directive-lists.js";
import type { DirectiveRow } from "../directive/fold/directive-row.js";
import { directives } from "../directive/fold/directives.js";
import { type InsightRow, insights } from "../insight/fold/insights.js";
import { stateOfInsight } from "../insight/rules/insight-state.js";
import { caughtUp } from "./lesson-index.js";
import { eventsAtMost } from "./next-search.js";

/** How lessons that say the same or the opposite were looked for: with the index, or without it. */
type ComparedBy = SearchPath | "text alone";

/**
 * Lessons that the index finds near some texts. They are candidates only: rules decide, from rows, in the
 * transaction that writes.
 */
export interface NearLessons {
  readonly by: ComparedBy;
  of(text: string): readonly string[];
  /**
   * The last event that the index knew. What was added since is compared too, so that of two writers the
   * second sees the first.
   */
  readonly position: number;
}

/** What shares four words in five leads any list: more would only cost. */
const nearest = 12;

/** Undefined when the index is too far behind or does not answer: then texts alone are compared. */
export async function nearLessons(
  context: Context,
  kind: "insight" | "directive",
  texts: readonly string[],
  options: WaitOptions = {},
): Promise<NearLessons | undefined> {
  const { project } = context.ledger;
  try {
    const index = await caughtUp(context, { ...options, eventsAtMost });
    if (index === undefined) return undefined;
    const position = await index.position(project);
    const near = new Map<string, readonly string[]>();
    let by: SearchPath = "words";
    for (const text of texts) {
      const found = await index.find(project, { text, kinds: [kind], limit: nearest });
      near.set(
        text,
        found.candidates.map(({ id }) => id),
      );
      if (found.model !== undefined) by = found.by;
    }
    return { by, of: (text) => near.get(text) ?? [], position };
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    // A fault of the store stops the write too, which reports it.
    if (!storeFaults.has(error.code)) noteLoss(context, "search", error.message);
    return undefined;
  }
}

const storeFaults: ReadonlySet<string> = new Set([
  "busy",
  "corrupt",
  "closed",
  "newer_format",
  "older_format",
]);

/** The lessons of a kind that were added since the index was asked. */
export async function addedSince(
  reader: LedgerReader,
  near: NearLessons | undefined,
  type: "lesson-observed" | "lesson-proposed",
): Promise<readonly string[]> {
  if (near === undefined) return [];
  const events = await reader.eventsAfter(near.position, eventsAtMost);
  return events.flatMap((event) => (event.type === type ? [event.data.lesson] : []));
}

interface SimilarDirective {
  /** Says the same: a person's before an agent's, and what is put away last. */
  readonly same?: DirectiveRow;
  /** All that say the same, in that order. */
  readonly allSame: readonly DirectiveRow[];
  /** Those that say the opposite and are not archived. */
  readonly opposites: readonly DirectiveRow[];
}

/**
 * Compares a text with every directive that shares a key with it or is near it in the index, but the one that
 * it is the text of.
 */
export async function similarDirective(
  reader: LedgerReader,
  text: string,
  near: NearLessons | undefined,
  except?: string,
): Promise<SimilarDirective> {
  const meaning = meaningOf(text);
  const seen = new Set(except === undefined ? [] : [except]);
  const found: Record<"same" | "opposite", DirectiveRow[]> = { same: [], opposite: [] };
  for await (const row of candidatesFor(reader, text, near)) {
    if (seen.has(row.lesson)) continue;
    seen.add(row.lesson);
    const relation = compareMeanings(meaning, meaningOf(row.text));
    if (relation !== "different") found[relation].push(row);
  }
  const isArchived = ({ status }: DirectiveRow) => Number(status === "archived");
  const isOthers = ({ origin }: DirectiveRow) => Number(origin !== "human");
  const allSame = found.same.sort((a, b) => isArchived(a) - isArchived(b) || isOthers(a) - isOthers(b));
  const [same] = allSame;
  const opposites = found.opposite.filter((row) => isArchived(row) === 0);
  return same === undefined ? { allSame, opposites } : { same, allSame, opposites };
}

async function* candidatesFor(
  reader: LedgerReader,
  text: string,
  near: NearLessons | undefined,
): AsyncGenerator<DirectiveRow, void, undefined> {
  for (const key of similarityKeys(text)) yield* rowsIn(reader, similarList(key));
  for (const lesson of [...(near?.of(text) ?? []), ...(await addedSince(reader, near, "lesson-proposed"))]) {
    const row = await reader.row(directives, lesson);
    if (row !== undefined) yield row;
  }
}

interface SimilarInsight {
  /** Says the same in other words; the role's own before another's, the oldest first. */
  readonly same?: InsightRow;
  /** Says the opposite, and still counts. */
  readonly opposite?: InsightRow;
}

/** Compares a text with these insights. A refuted one counts too: other words do not bring it back. */
export async function similarInsight(
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
