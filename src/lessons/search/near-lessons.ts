import { WhetstoneError } from "../../base/errors.js";
import type { WaitOptions } from "../../log/store/ledger.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { SearchPath } from "../../search/find-candidates.js";
import type { Context } from "../../verbs/call/context.js";
import { noteLoss } from "../../verbs/call/fail-open.js";
import type { AnyKind } from "../kinds.js";
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
  kind: AnyKind["name"],
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
