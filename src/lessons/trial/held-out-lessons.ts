import type { EventOf } from "../../log/events/catalog.js";
import { sessionOf } from "../../log/events/session-of.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { sessions } from "../../runs/fold/sessions.js";
import type { TrailRow } from "../../runs/fold/trails.js";
import { eventsIn } from "../explain/trail-events.js";

type Withheld = EventOf<"lesson-withheld">;

/** A lesson that fitted a moment of a session and was not shown in it. */
export interface HeldOutLesson extends Pick<Withheld["data"], "lesson" | "moment" | "probability" | "text"> {
  readonly at: string;
  /** Whether the failure that it speaks of came after that moment. */
  readonly cameBack: boolean;
}

/** What a session or a run was not shown, because chance held it out or because it was found to harm. */
export async function heldOutLessons(
  reader: LedgerReader,
  { heldOut }: TrailRow,
): Promise<readonly HeldOutLesson[]> {
  const found: HeldOutLesson[] = [];
  for (const event of await eventsIn(reader, heldOut.seqs)) {
    if (event.type !== "lesson-withheld") continue;
    const { lesson, moment, probability, text } = event.data;
    const session = await reader.row(sessions, sessionOf(event) ?? "");
    const cameBack = session?.draws.find((draw) => draw.lesson === lesson)?.failed ?? false;
    found.push({ lesson, at: event.at, moment, probability, text, cameBack });
  }
  return found;
}
