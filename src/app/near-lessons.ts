import { WhetstoneError } from "../errors.js";
import type { SearchPath } from "../search/find-candidates.js";
import type { WaitOptions } from "../store/ledger.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";
import { noteLoss } from "./fail-open.js";
import { caughtUp } from "./lesson-index.js";
import { eventsAtMost } from "./likeness.js";

/**
 * How what says the same or the opposite was looked for: with the index, or without it where it was not at
 * hand.
 */
type ComparedBy = SearchPath | "text alone";

/**
 * Lessons that the index finds near some texts. It only brings them up: rules decide, from rows, in the
 * transaction that writes.
 */
export interface NearLessons {
  readonly by: ComparedBy;
  of(text: string): readonly string[];
  /**
   * Up to here the index knew the log. What came since is compared too, so that of two writers the second
   * sees the first.
   */
  readonly position: number;
}

/** What shares four words in five leads any list: more would only cost. */
const nearest = 12;

/**
 * Undefined when the index is too far behind or does not answer; then the text alone finds what is like it.
 */
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
    // What is wrong with the store stops the write too, which tells of it.
    if (!ofTheStore.has(error.code)) noteLoss(context, "search", error.message);
    return undefined;
  }
}

const ofTheStore: ReadonlySet<string> = new Set(["busy", "corrupt", "closed", "newer_format"]);

/** The lessons of a kind that came in since the index looked. */
export async function cameSince(
  reader: LedgerReader,
  near: NearLessons | undefined,
  type: "lesson-observed" | "lesson-proposed",
): Promise<readonly string[]> {
  if (near === undefined) return [];
  const events = await reader.eventsAfter(near.position, eventsAtMost);
  return events.flatMap((event) => (event.type === type ? [event.data.lesson] : []));
}
