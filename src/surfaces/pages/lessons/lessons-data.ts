import type { Input, Result } from "../../../verbs/frame/handle.js";
import type { Call } from "../call.js";
import type { Place } from "../place.js";

export const rowsAtOnce = 60;

/** What Lessons shows: a part of the list, and the lesson that is open. */
export interface LessonsData {
  readonly list: Result<"lessons list">;
  /** How many lessons stand before the first that was read. */
  readonly from: number;
  readonly open: OpenLesson | null;
  /** The address names a lesson that is not there. */
  readonly isMissing: boolean;
}

export interface OpenLesson {
  readonly history: Result<"lessons history">;
  readonly explained: Result<"explain">;
}

type Filter = Pick<Input<"lessons list">, "kind" | "stage" | "sort" | "verdict" | "words">;

/** How the list is sorted before a person chooses. */
export const usualOrder = "urgent";

/** The filter that an address names. The verb refuses what it does not know. */
export function filterIn({ query }: Place): Filter {
  const { kind, stage, sort = usualOrder, verdict, words } = query;
  return { kind, stage, sort, verdict, words } as Filter;
}

/** Where the list begins in an address that was opened without script. */
function fromIn({ query }: Place): number {
  const from = Number(query.from);
  return Number.isSafeInteger(from) && from > 0 ? from - (from % rowsAtOnce) : 0;
}

export async function loadLessons(call: Call, place: Place): Promise<LessonsData> {
  const from = fromIn(place);
  const [list, open] = await Promise.all([
    call("lessons list", { ...filterIn(place), offset: from, limit: rowsAtOnce }),
    // If it is not the lesson that is missing, the list cannot be read either, and says why.
    place.item === undefined ? null : openLesson(call, place.item).catch(() => null),
  ]);
  const isMissing = place.item !== undefined && open === null;
  return { list, from, open, isMissing };
}

async function openLesson(call: Call, lesson: string): Promise<OpenLesson> {
  const [history, explained] = await Promise.all([
    call("lessons history", { lesson }),
    call("explain", { id: lesson }),
  ]);
  return { history, explained };
}
