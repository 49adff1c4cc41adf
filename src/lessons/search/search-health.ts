import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { WhetstoneError } from "../../base/errors.js";
import type { LessonSearch } from "../../search/lesson-search.js";
import type { Context } from "../../verbs/call/context.js";
import { type AnsweredBy, answeredBy } from "./find-similar.js";

export interface SearchHealth extends AnsweredBy {
  /** Whether a text that was written is found again. */
  readonly healthy: boolean;
  /** Where a person finds the index, or the database that it is made from until it is saved; null in memory. */
  readonly location: string | null;
  /** Why it is not; or why words answer, where a model was chosen. */
  readonly problem?: string;
}

/**
 * Writes a probe, finds it and removes it, with the index that answers and apart from the project: it is in
 * no log, and no query sees it.
 */
export async function searchHealth(context: Context): Promise<SearchHealth> {
  const { ledger, places } = context;
  const search = await context.search();
  const status = await search.status(ledger.project);
  const hasModel = status.model !== undefined;
  const fault = await probed(search, `${ledger.project} probe ${randomUUID()}`, hasModel);
  const problem = fault ?? (hasModel ? undefined : status.notes.at(-1));
  const saved = status.store === "lancedb" ? places.vectors : dirname(places.vectors);
  const database = ledger.store.location;
  return {
    ...answeredBy(status),
    healthy: fault === undefined,
    location: database === undefined ? null : existsSync(saved) ? saved : database,
    ...(problem === undefined ? {} : { problem }),
  };
}

const probe = {
  id: "probe",
  kind: "probe",
  text: "Split the work by feature and write the tests first",
} as const;
/** Rounding is all that may lie between a text and itself. */
const likeItself = 0.99;

async function probed(search: LessonSearch, key: string, hasModel: boolean): Promise<string | undefined> {
  try {
    await search.apply(key, { upserts: [probe], removals: [], position: 1 });
    const { by, matches } = await search.nearest(key, probe.text, { limit: 2 });
    await search.apply(key, { upserts: [], removals: [probe.id], position: 2 });
    const left = await search.nearest(key, probe.text, { limit: 2 });
    const [first] = matches;
    // Words answer for a model that fails, and say so in a note.
    if (hasModel && by === "words")
      return (await search.status(key)).notes.at(-1) ?? "the model did not answer";
    if (matches.length !== 1 || first?.id !== probe.id)
      return `a text was written and ${matches.length} were found`;
    if (by === "meaning" && !(first.similarity >= likeItself))
      return `a text is like itself by ${first.similarity} only`;
    return left.matches.length === 0 ? undefined : "a text that was removed is still found";
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    return error.message;
  } finally {
    await search.reset(key);
  }
}
