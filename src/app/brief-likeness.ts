import { appliesTo, type BriefScope } from "../engines/directives/scope.js";
import { directives, isDirective } from "../projections/directives.js";
import { isInsight } from "../projections/insights.js";
import type { WaitOptions } from "../store/ledger.js";
import type { Context } from "./context.js";
import { type Deadline, failOpen } from "./fail-open.js";
import { endOfRole } from "./insight-id.js";
import { type Likeness, likenessOf } from "./likeness.js";

export interface BriefTopic extends BriefScope {
  readonly task: string;
  /** Labels and files: they say what it is about where the task does not. */
  readonly hints: readonly string[];
}

/** What a brief is compared with. */
export function textOfTopic({ task, hints }: BriefTopic): string {
  return task.trim() === "" ? hints.join("\n") : task;
}

/**
 * How like the topic the lessons are, if half of the brief's time is enough. A brief without it still has its
 * words.
 */
export async function briefLikeness(
  context: Context,
  topic: BriefTopic,
  deadline: Deadline,
): Promise<Likeness | undefined> {
  if (textOfTopic(topic).trim() === "") return undefined;
  const half = context.ledger.config.insights.briefLimitMs / 2;
  const { options } = deadline;
  const outcome = await failOpen(context, "search", half, () => deepEnough(context, topic, options));
  return "done" in outcome ? outcome.done : undefined;
}

/** How much further it looks where the best are for other roles. */
const deeper = 10;

/**
 * Where other roles' directives fill the first places, it looks further down: who reads must not decide what
 * is found.
 */
async function deepEnough(
  context: Context,
  topic: BriefTopic,
  options: WaitOptions,
): Promise<Likeness | undefined> {
  const { retrieval, directives: settings } = context.ledger.config;
  const like = await find(context, topic, retrieval.candidates, options);
  const found = [...(like?.of.keys() ?? [])].filter(isDirective);
  if (found.length < retrieval.candidates) return like;
  const mine = await context.ledger.read(async (reader) => {
    let count = 0;
    for (const lesson of found) {
      const row = await reader.row(directives, lesson);
      if (row?.status === "active" && appliesTo(row, topic)) count += 1;
    }
    return count;
  }, options);
  return mine >= settings.briefMax ? like : find(context, topic, deeper * retrieval.candidates, options);
}

/** A role's own insights, those of others and directives each have places of their own. */
function find(
  context: Context,
  topic: BriefTopic,
  limit: number,
  options: WaitOptions,
): Promise<Likeness | undefined> {
  const end = endOfRole(topic.role);
  const text = textOfTopic(topic);
  return likenessOf(
    context,
    {
      text,
      title: topic.task,
      kinds: ["insight", "directive"],
      groups: [
        isDirective,
        (id) => isInsight(id) && id.endsWith(end),
        (id) => isInsight(id) && !id.endsWith(end),
      ],
      limit,
    },
    options,
  );
}
