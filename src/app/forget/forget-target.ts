import { isOfFailure } from "../../engines/failures/signature.js";
import { readEvent } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../context.js";
import { lessonIdOf, standingOf } from "../lessons/find-lesson.js";
import { sameInsight } from "../search/same-or-opposite.js";
import { type Forgotten, findOccurrences, wholeLog } from "./forget-texts.js";

interface Named {
  readonly lesson?: string | undefined;
  readonly text?: string | undefined;
}

/** A lesson with every text it was recorded in, or a text. */
export interface ForgetTarget extends Forgotten {
  /** The id that people see. */
  readonly id: string;
  readonly kind: "strategy" | "anti_pattern" | "insight" | "directive" | "failure" | "text";
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
  const { lesson, kind } = await standingOf(context, reader, id);
  const same = kind === "insight" ? (await sameInsight(reader, lesson)).map((row) => row.lesson) : [];
  const ids = [lesson, ...same.filter((each) => each !== lesson)];
  const texts = new Set<string>();
  const sources = new Set<string>();
  for await (const event of wholeLog(reader, context.ledger.batchEvents)) {
    const { type, data } = readEvent(event);
    if (type === "strategy-observed" && data.lesson === lesson) texts.add(data.text);
    if (type === "lesson-confirmed" && data.lesson === lesson) texts.add(data.text);
    if (type === "correction-heard" && data.lesson === lesson) texts.add(data.text);
    if ((type === "lesson-proposed" || type === "lesson-hardened") && data.lesson === lesson)
      for (const each of textsOfDirective(data)) texts.add(each);
    if (type === "lesson-edited" && data.lesson === lesson)
      for (const { text } of [data.from, data.to]) if (text !== undefined) texts.add(text);
    // A line of a prompt may be a whole summary, in which the lesson stands in other words.
    if (type === "lesson-exposed" && ids.includes(data.lesson) && kind === "insight") texts.add(data.text);
    // Its cause alone may be that of other failures: they would no longer be known by it.
    if (type === "reflection-recorded" && isOfFailure(data.signature, lesson) && data.text !== undefined)
      texts.add(data.text);
    if (type !== "lesson-observed" || !ids.includes(data.lesson)) continue;
    texts.add(data.text);
    sources.add(data.deliberation);
  }
  return { id, kind, texts: [...texts], lesson: { ids, sources } };
}

/** A directive says what it says in several places. Short words are in everybody's texts, and stay there. */
function textsOfDirective(data: object): readonly string[] {
  const { text, tags, requiredActions, forbiddenActions, verificationChecks, triggers } = data as Partial<
    Record<string, readonly string[] | string>
  >;
  const lists = [tags, requiredActions, forbiddenActions, verificationChecks, triggers].flatMap(
    (list) => list ?? [],
  );
  return [
    ...(typeof text === "string" ? [text] : []),
    ...lists.filter((each) => each.length >= shortestForgotten),
  ];
}

const shortestForgotten = 12;
