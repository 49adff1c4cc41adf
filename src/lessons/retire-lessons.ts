import * as z from "zod/mini";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import type { LedgerWriter } from "../log/store/ledger-writer.js";
import type { Refusal } from "../verbs/call/admit.js";
import type { Context } from "../verbs/call/context.js";
import { field } from "../verbs/call/field.js";
import { isPerson, personNeeded } from "../verbs/call/speaker.js";
import { scopeName } from "./directive/rules/scope.js";
import { lessonNames, lessonStates, standingOf } from "./find-lesson.js";
import type { LessonKind, Traits } from "./kind.js";
import { kinds } from "./kinds.js";
import type { Lesson } from "./lesson-output.js";

export const retiredOutput = z.strictObject({
  lesson: field("The id of the lesson.", z.string()),
  kind: field("Its kind.", z.enum(lessonNames)),
  text: field("Its text.", z.string()),
  before: field("Its state before.", z.enum(lessonStates)),
  state: field("Its state now; the same as before for a dry run.", z.enum(lessonStates)),
});

export type RetiredLesson = z.output<typeof retiredOutput>;

/** What lessons are chosen by, as `name=value`. */
export const whereNames = ["kind", "state", "origin", "tag", "category", "role"] as const;
type Where = Readonly<Partial<Record<(typeof whereNames)[number], string>>>;

/** Conditions as `name=value`; undefined when one of them is not written so. */
export function readWhere(conditions: readonly string[]): Where | undefined {
  const pairs = conditions.map((condition) => {
    const at = condition.indexOf("=");
    return [condition.slice(0, Math.max(0, at)).trim(), condition.slice(at + 1).trim()] as const;
  });
  const known = pairs.every(
    ([name, value]) => (whereNames as readonly string[]).includes(name) && value !== "",
  );
  return known ? Object.fromEntries(pairs) : undefined;
}

/** The lessons that are still shown and meet all conditions, in the order of their ids. */
export async function lessonsWhere(
  context: Context,
  reader: LedgerReader,
  where: Where,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const kind of kinds)
    for (const row of await reader.rows(kind.view)) {
      const lesson = kind.listed(row, context, new Map());
      if (lesson === undefined || retiredStates.has(lesson.state)) continue;
      if (meets({ ...lesson, ...kind.traits(row) }, where)) found.push(row.lesson);
    }
  return found.sort();
}

type Chosen = Pick<Lesson, "kind" | "state" | "origin"> & Traits;

function meets({ kind, state, origin, tag, category, role }: Chosen, where: Where): boolean {
  const holds: Readonly<Record<keyof Where, readonly string[]>> = {
    kind: [kind.replace("_", "-"), kind],
    state: [state],
    origin: [origin],
    tag,
    category,
    role: role.map(scopeName),
  };
  const wanted = Object.entries(where) as [keyof Where, string][];
  return wanted.every(([name, value]) => holds[name].includes(name === "role" ? scopeName(value) : value));
}

const retiredStates: ReadonlySet<string> = new Set(["archived", "deprecated", "retired"]);

/** What retiring these lessons would change. */
export async function previewRetirement(
  context: Context,
  reader: LedgerReader,
  lessons: readonly string[],
): Promise<readonly RetiredLesson[]> {
  const preview: RetiredLesson[] = [];
  for (const given of lessons) {
    const { lesson, kind, state, of, row } = await standingOf(context, reader, given);
    const { text } = of.line(row);
    if (preview.every((each) => each.lesson !== lesson))
      preview.push({ lesson, kind, text, before: state, state });
  }
  return preview;
}

/** Without evidence to be deprecated by: a person puts it away and brings it back. */
function isPutAway({ acts }: Pick<LessonKind, "acts">): boolean {
  return acts.retiredBy === "lesson-retired";
}

interface Decision {
  readonly reason: string;
  readonly actor: string;
  readonly origin: string;
}

/** Stops showing these lessons, all of them or none. Only a reset, or a person's activation, brings one back. */
export async function retireLessons(
  context: Context,
  writer: LedgerWriter,
  lessons: readonly string[],
  { reason, actor, origin }: Decision,
): Promise<readonly RetiredLesson[]> {
  const retired: RetiredLesson[] = [];
  for (const each of await previewRetirement(context, writer, lessons)) {
    const { lesson } = each;
    const { of } = await standingOf(context, writer, lesson);
    const about = { actor, origin, run: context.run };
    const by = isPerson(context, origin) ? "person" : "caller";
    if (isPutAway(of)) await writer.append({ type: "lesson-retired", data: { lesson, reason }, ...about });
    else await writer.append({ type: "lesson-deprecated", data: { lesson, by, reason }, ...about });
    const { state } = await standingOf(context, writer, lesson);
    retired.push({ ...each, state });
  }
  return retired;
}

/**
 * Why these lessons are not retired by whoever asks: what a person made, only a person unmakes, and a
 * directive or a failure lesson is put away by nobody else.
 */
export async function retirementRefusal(
  context: Context,
  reader: LedgerReader,
  lessons: readonly string[],
  origin: string,
): Promise<Refusal | undefined> {
  for (const given of lessons) {
    const { lesson, of, promoted } = await standingOf(context, reader, given);
    if (!isPutAway(of) && !promoted) continue;
    const refused = personNeeded(context, origin, `retire '${lesson}'`);
    if (refused !== undefined) return refused;
  }
  return undefined;
}
