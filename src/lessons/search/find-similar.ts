import * as z from "zod/mini";
import type { Config } from "../../base/config/settings.js";
import type { WaitOptions } from "../../log/store/ledger.js";
import type { FindQuery, FoundCandidates, SearchPath } from "../../search/find-candidates.js";
import type { Candidate } from "../../search/order/signals.js";
import type { Context } from "../../verbs/call/context.js";
import { type Deadline, failOpen, noteLoss } from "../../verbs/call/fail-open.js";
import { field } from "../../verbs/call/field.js";
import { directives, isDirective } from "../directive/fold/directives.js";
import { appliesTo, type BriefScope } from "../directive/rules/scope.js";
import { isInsight } from "../insight/fold/insights.js";
import { endOfInsight, endOfRole } from "../lesson-id.js";
import { caughtUp } from "./lesson-index.js";
import { lessonKinds, lessonShelf } from "./lesson-shelf.js";
import { behindNote, eventsAtMost } from "./next-search.js";
import type { Shelf } from "./shelf.js";
import { synonymsOf } from "./synonyms.js";

/** Similarity of each lesson that was found to the text that was asked for. */
export interface Similarity {
  readonly by: SearchPath;
  /** The model that compared meanings. */
  readonly model: string | undefined;
  readonly of: ReadonlyMap<string, Candidate>;
  /** How similar two lessons are in meaning. */
  readonly alike: FoundCandidates["alike"];
}

/** Which way answered, for every result that shows lessons. */
export const answeredByOutput = {
  by: field(
    "What lessons were found by: words, or words and meaning.",
    z.enum(["words", "words and meaning"]),
  ),
  model: field("The model that compared meanings; null when words alone did.", z.nullable(z.string())),
};

export interface AnsweredBy {
  readonly by: SearchPath;
  readonly model: string | null;
}

export function answeredBy(like: Pick<Similarity, "by" | "model"> | undefined): AnsweredBy {
  return { by: like?.by ?? "words", model: like?.model ?? null };
}

/** Undefined without a text, or when the index is too far behind: words alone then decide. */
export async function findSimilar(
  context: Context,
  query: Omit<FindQuery, "synonyms">,
  { shelf = lessonShelf, ...options }: WaitOptions & { readonly shelf?: Shelf } = {},
): Promise<Similarity | undefined> {
  if (query.text.trim() === "") return undefined;
  const index = await caughtUp(context, { ...options, shelf, eventsAtMost });
  if (index === undefined) {
    await noteBehind(context, shelf);
    return undefined;
  }
  const found = await index.find(shelf.keyOf(context.ledger.project), {
    ...query,
    synonyms: synonymsOf(context),
  });
  const { by, model, candidates, alike } = found;
  return { by, model, alike, of: new Map(candidates.map((each) => [each.id, each])) };
}

async function noteBehind(context: Context, { keyOf }: Shelf): Promise<void> {
  const head = await context.ledger.read((reader) => reader.head());
  const position = await (await context.search()).position(keyOf(context.ledger.project));
  noteLoss(context, "search", behindNote(head - position));
}

/** 0 to 1: words and meaning in the shares of the settings. What was not found is not similar. */
export function relevanceIn(found: Candidate | undefined, { meaningWeight }: Config["retrieval"]): number {
  if (found === undefined) return 0;
  if (found.meaning === undefined) return Math.min(1, found.words);
  return Math.min(1, (1 - meaningWeight) * found.words + meaningWeight * found.meaning);
}

export interface NearestInput {
  readonly text: string;
  /** All kinds, if left out. */
  readonly kinds?: readonly (typeof lessonKinds)[number][];
  readonly limit: number;
  /** The least similarity. */
  readonly threshold: number;
}

export interface NearestAnswer extends AnsweredBy {
  /**
   * Best first: the cosine of the vectors; where no model answers, the share of the text's words that a
   * lesson has.
   */
  readonly lessons: readonly { readonly lesson: string; readonly similarity: number }[];
}

/** Lessons by their similarity to a text, and by nothing else. */
export async function nearestLessons(
  context: Context,
  { text, kinds = lessonKinds, limit, threshold }: NearestInput,
): Promise<NearestAnswer> {
  const { project } = context.ledger;
  const index = await caughtUp(context);
  if (index === undefined) throw new Error("an index without a limit is always caught up");
  const { by, matches } = await index.nearest(project, text, { limit, kinds, threshold });
  const { model } = await index.status(project);
  return {
    ...answeredBy(by === "meaning" ? { by: "words and meaning", model } : undefined),
    lessons: matches
      .filter(({ similarity }) => similarity > 0)
      .map(({ id, similarity }) => ({ lesson: id, similarity })),
  };
}

export interface BriefTopic extends BriefScope {
  readonly task: string;
  /** Labels and files: they stand in for the task where it has no words. */
  readonly hints: readonly string[];
}

/** The text that lessons are compared with. */
export function textOfTopic({ task, hints }: BriefTopic): string {
  return task.trim() === "" ? hints.join("\n") : task;
}

/** Takes at most half of the brief's time; undefined after that, and words alone decide. */
export async function findSimilarToBrief(
  context: Context,
  topic: BriefTopic,
  deadline: Deadline,
): Promise<Similarity | undefined> {
  if (textOfTopic(topic).trim() === "") return undefined;
  const half = context.limits.briefMs / 2;
  const { options } = deadline;
  const outcome = await failOpen(context, "search", half, () => deepEnough(context, topic, options));
  return "done" in outcome ? outcome.done : undefined;
}

/** How much further it looks when the best are for other roles. */
const deeper = 10;

/** Looks further down when directives of other roles fill the first places. */
async function deepEnough(
  context: Context,
  topic: BriefTopic,
  options: WaitOptions,
): Promise<Similarity | undefined> {
  const { retrieval, directives: settings } = context.ledger.config;
  const like = await similarForRole(context, topic, retrieval.candidates, options);
  const found = [...(like?.of.keys() ?? [])].filter(isDirective);
  if (found.length < retrieval.candidates) return like;
  const mine = await context.ledger.read(async (reader) => {
    const rows = await reader.rowsAt(directives, found);
    return rows.filter((row) => row.status === "active" && appliesTo(row, topic)).length;
  }, options);
  return mine >= settings.briefMax
    ? like
    : similarForRole(context, topic, deeper * retrieval.candidates, options);
}

/** A role's own insights, those of others and directives each have places of their own. */
function similarForRole(
  context: Context,
  topic: BriefTopic,
  limit: number,
  options: WaitOptions,
): Promise<Similarity | undefined> {
  const end = endOfRole(topic.role);
  const text = textOfTopic(topic);
  return findSimilar(
    context,
    {
      text,
      title: topic.task,
      kinds: ["insight", "directive"],
      grouping: { count: 3, familyOf, groupOf: (family) => groupFor(family, end) },
      limit,
    },
    options,
  );
}

/** Insights of one role are a family, and so are directives. */
function familyOf(id: string): string {
  return isInsight(id) ? endOfInsight(id) : isDirective(id) ? "directive" : "other";
}

/** A role's own insights, those of other roles, and directives. */
function groupFor(family: string, own: string): number {
  if (family === "other") return -1;
  if (family === "directive") return 2;
  return family === own ? 0 : 1;
}
