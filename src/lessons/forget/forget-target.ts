import { readEvent } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { lessonIdOf, standingOf } from "../find-lesson.js";
import type { Lesson } from "../lesson-output.js";
import { type Forgotten, findOccurrences, wholeLog } from "./forget-texts.js";

interface Named {
  readonly lesson?: string | undefined;
  readonly text?: string | undefined;
}

/** A lesson with every text it was recorded in, or a text. */
export interface ForgetTarget extends Forgotten {
  /** The id that people see. */
  readonly id: string;
  readonly kind: Lesson["kind"] | "text";
}

/**
 * Whether a member of a team brought what is to be forgotten: the event in which a lesson first stood, or
 * every event that holds a text.
 */
export async function isBroughtBy(context: Context, named: Named, member: string): Promise<boolean> {
  return context.ledger.read(async (reader) => {
    const target = await forgetTarget(context, reader, named);
    const { events } = await findOccurrences(reader, target, context.ledger.batchEvents);
    const [first] = events;
    if (first === undefined) return false;
    const bringing = target.kind === "text" ? events : [first];
    for (const { seq } of bringing) {
      const [event] = await reader.recordedAfter(seq - 1, 1);
      if (event?.actor !== member && event?.actor.endsWith(`@${member}`) !== true) return false;
    }
    return true;
  });
}

export async function forgetTarget(
  context: Context,
  reader: LedgerReader,
  { lesson: given = "", text }: Named,
): Promise<ForgetTarget> {
  if (text !== undefined) return { id: "", kind: "text", texts: [text] };
  const id = await lessonIdOf(reader, given);
  const { lesson, kind, of } = await standingOf(context, reader, id);
  const same = (await of.sameWords?.(reader, lesson)) ?? [];
  const ids = [lesson, ...same.filter((each) => each !== lesson)];
  const texts = new Set<string>();
  const sources = new Set<string>();
  for await (const recorded of wholeLog(reader, context.ledger.batchEvents)) {
    const event = readEvent(recorded);
    for (const each of of.textsIn(event, ids)) texts.add(each);
    if (event.type === "lesson-observed" && ids.includes(event.data.lesson))
      sources.add(event.data.deliberation);
  }
  return { id, kind, texts: [...texts], lesson: { ids, sources } };
}
