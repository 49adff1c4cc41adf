import { forgottenMark } from "../../log/events/blank-text.js";

/** An event before and after its texts were forgotten on the hub. */
export interface BlankedEvent {
  readonly seq: number;
  readonly from: string;
  readonly to: string;
  /** It is about a lesson that was forgotten: then whole fields are blanked, whatever stands in them. */
  readonly isAboutLesson: boolean;
}

/** Shorter texts stand inside ordinary words; a field of a lesson may be an ordinary word itself. */
const shortest = { inText: 4, field: 12 };

/**
 * The texts that were forgotten, as this machine still knows them. A tombstone does not tell them: that would
 * be one more copy. They are what stands here where the hub has the mark.
 */
export function textsForgotten(events: readonly BlankedEvent[]): readonly string[] {
  const texts = new Set<string>();
  for (const { from, to, isAboutLesson } of events)
    for (const [mine, theirs] of stringPairs(JSON.parse(from), JSON.parse(to))) {
      const isField = theirs === forgottenMark && isAboutLesson;
      for (const text of missingIn(mine, theirs))
        if (text.length >= (isField ? shortest.field : shortest.inText)) texts.add(text);
    }
  return [...texts];
}

/** Strings at the same place of both values, where they differ. */
function* stringPairs(one: unknown, other: unknown): Generator<readonly [string, string]> {
  if (typeof one === "string" && typeof other === "string") {
    if (one !== other) yield [one, other];
  } else if (typeof one === "object" && typeof other === "object" && one !== null && other !== null) {
    const fields = other as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(one)) yield* stringPairs(value, fields[name]);
  }
}

/** What stands in a text where the other has marks. Nothing, where the rest is not the same. */
function missingIn(text: string, marked: string): readonly string[] {
  const [beginning = "", ...parts] = marked.split(forgottenMark);
  if (parts.length === 0 || !text.startsWith(beginning)) return [];
  const found: string[] = [];
  let from = beginning.length;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const to = isLast ? text.length - part.length : part === "" ? from : text.indexOf(part, from);
    if (to < from || !text.startsWith(part, to)) return [];
    found.push(text.slice(from, to).trim());
    from = to + part.length;
  }
  return found.filter((each) => each !== "" && each !== forgottenMark);
}
