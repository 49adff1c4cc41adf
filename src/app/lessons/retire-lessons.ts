import * as z from "zod/mini";
import { scopeName } from "../../engines/directives/scope.js";
import { strategies } from "../../lessons/strategy/strategies.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { directives } from "../../projections/directives.js";
import { failures, isLesson } from "../../projections/failures.js";
import { insights } from "../../projections/insights.js";
import type { Refusal } from "../admit.js";
import type { Context } from "../context.js";
import { field } from "../field.js";
import { isPerson, personNeeded } from "../speaker.js";
import { lessonStates, standingOf } from "./find-lesson.js";

export const retiredOutput = z.strictObject({
  lesson: field("The id of the lesson.", z.string()),
  kind: field("Its kind.", z.enum(["strategy", "anti_pattern", "insight", "directive", "failure"])),
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
  const all = [
    ...(await reader.rows(directives)).map((row) => ({
      ...{ lesson: row.lesson, origin: row.origin, tag: row.tags, category: [row.category] },
      role: row.appliesToAgents,
    })),
    ...(await reader.rows(insights)).map((row) => ({
      ...{ lesson: row.lesson, origin: row.origin, tag: [], category: [row.category], role: [row.role] },
    })),
    ...(await reader.rows(strategies)).map((row) => ({
      ...{ lesson: row.lesson, origin: row.origin, tag: [], category: [], role: [] },
    })),
    ...(await reader.rows(failures)).filter(isLesson).map((row) => ({
      ...{ lesson: row.lesson, origin: "tool:reflection", tag: [], category: [row.kind], role: [] },
    })),
  ];
  const found: string[] = [];
  for (const { lesson, origin, tag, category, role } of all) {
    const { kind, state } = await standingOf(context, reader, lesson);
    const holds = {
      kind: [kind.replace("_", "-"), kind],
      state: [state],
      origin: [origin],
      tag,
      category,
      role: role.map(scopeName),
    };
    const wanted = Object.entries(where) as [keyof typeof holds, string][];
    const meets = wanted.every(([name, value]) =>
      (holds[name] as readonly string[]).includes(name === "role" ? scopeName(value) : value),
    );
    if (meets && !retiredStates.has(state)) found.push(lesson);
  }
  return found.sort();
}

const retiredStates: ReadonlySet<string> = new Set(["archived", "deprecated", "retired"]);

/** The text of a lesson of any kind. */
async function lessonText(reader: LedgerReader, lesson: string): Promise<string> {
  const row =
    (await reader.row(directives, lesson)) ??
    (await reader.row(insights, lesson)) ??
    (await reader.row(failures, lesson)) ??
    (await reader.row(strategies, lesson));
  return row?.text ?? "";
}

/** What retiring these lessons would change. */
export async function previewRetirement(
  context: Context,
  reader: LedgerReader,
  lessons: readonly string[],
): Promise<readonly RetiredLesson[]> {
  const preview: RetiredLesson[] = [];
  for (const given of lessons) {
    const { lesson, kind, state } = await standingOf(context, reader, given);
    const text = await lessonText(reader, lesson);
    if (preview.every((each) => each.lesson !== lesson))
      preview.push({ lesson, kind, text, before: state, state });
  }
  return preview;
}

/** Kinds that have no evidence to be deprecated by: a person puts them away and brings them back. */
function isPutAway(kind: RetiredLesson["kind"]): boolean {
  return kind === "directive" || kind === "failure";
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
    const { lesson, kind } = each;
    const about = { actor, origin, run: context.run };
    const by = isPerson(context, origin) ? "person" : "caller";
    if (isPutAway(kind)) await writer.append({ type: "lesson-retired", data: { lesson, reason }, ...about });
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
    const { lesson, kind, promoted } = await standingOf(context, reader, given);
    if (!isPutAway(kind) && !promoted) continue;
    const refused = personNeeded(context, origin, `retire '${lesson}'`);
    if (refused !== undefined) return refused;
  }
  return undefined;
}
