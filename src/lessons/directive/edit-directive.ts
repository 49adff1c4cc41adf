import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { maskSecrets } from "../../base/text/mask-secrets.js";
import type { EventData } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { field } from "../../verbs/call/field.js";
import { lessonIdOf } from "../find-lesson.js";
import type { NearLessons } from "../search/near-lessons.js";
import type { Author } from "./change-directive.js";
import { directiveRow } from "./directive-rows.js";
import type { DirectiveRow } from "./fold/directive-row.js";
import { isDirective } from "./fold/directives.js";
import { directiveStatuses } from "./rules/directive.js";
import { checkText } from "./rules/directive-text.js";
import { similarDirective } from "./similar-directive.js";

const wording = z.strictObject({
  text: z.string(),
  appliesToAgents: z.array(z.string()),
  appliesToTools: z.array(z.string()),
});

export const editOutput = z.strictObject({
  lesson: field("The id of the rule, which stays the same.", z.string()),
  before: field("How it was before.", wording),
  after: field("How it is now, or would be.", wording),
  changed: field("The fields that differ.", z.array(z.enum(["text", "appliesToAgents", "appliesToTools"]))),
  status: field("The state of the rule.", z.enum(directiveStatuses)),
  contradicts: field(
    "The rule that says the opposite of the new text; null if there is none.",
    z.nullable(z.string()),
  ),
});

type Wording = z.output<typeof wording>;
export type EditResult = z.output<typeof editOutput>;

export interface Edit {
  readonly text?: string | undefined;
  readonly appliesToAgents?: readonly string[] | undefined;
  readonly appliesToTools?: readonly string[] | undefined;
  readonly reason?: string | undefined;
}

/** What an edit would change. A text that another directive has already is refused. */
export async function previewEdit(
  reader: LedgerReader,
  given: string,
  edit: Edit,
  near: NearLessons | undefined,
): Promise<EditResult> {
  const id = await lessonIdOf(reader, given);
  if (!isDirective(id)) throw notWorded(id);
  const row = await directiveRow(reader, id);
  const before = wordingOf(row);
  const after = { ...before, ...editedParts(edit) };
  const names = Object.keys(before) as (keyof Wording)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const contradicts = changed.includes("text") ? await oppositeOf(reader, row, after.text, near) : null;
  return { lesson: row.lesson, before, after, changed, status: row.status, contradicts };
}

/**
 * Words a directive anew: its id, its history and what it was shown in stay. A proposal that a person worded
 * is in force, since the person stands behind it now.
 */
export async function editDirective(
  writer: LedgerWriter,
  given: string,
  edit: Edit,
  near: NearLessons | undefined,
  author: Author,
): Promise<EditResult> {
  const preview = await previewEdit(writer, given, edit, near);
  const { lesson, before, after, changed, contradicts } = preview;
  if (changed.length === 0) return preview;
  const only = (from: Wording) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  const data: EventData<"lesson-edited"> = {
    lesson,
    from: only(before),
    to: only(after),
    reason: edit.reason,
  };
  // First of all, so that the new words stand on what the person saw.
  if (preview.status === "proposed" && changed.includes("text"))
    await writer.append({
      type: "lesson-activated",
      data: { lesson, proposal: (await directiveRow(writer, lesson)).proposal, reason: "a person worded it" },
      ...author,
    });
  await writer.append({ type: "lesson-edited", data, ...author });
  if (contradicts !== null)
    await writer.append({ type: "contradiction-found", data: { lesson, other: contradicts }, ...author });
  return { ...preview, status: (await directiveRow(writer, lesson)).status };
}

function wordingOf({ text, appliesToAgents, appliesToTools }: DirectiveRow): Wording {
  return { text, appliesToAgents: [...appliesToAgents], appliesToTools: [...appliesToTools] };
}

function editedParts({ text, appliesToAgents, appliesToTools }: Edit): Partial<Wording> {
  const door = text === undefined ? undefined : checkText(text);
  return {
    ...(door?.ok === true ? { text: maskSecrets(door.text) } : {}),
    ...(appliesToAgents === undefined ? {} : { appliesToAgents: [...appliesToAgents] }),
    ...(appliesToTools === undefined ? {} : { appliesToTools: [...appliesToTools] }),
  };
}

async function oppositeOf(
  reader: LedgerReader,
  { lesson }: DirectiveRow,
  text: string,
  near: NearLessons | undefined,
): Promise<string | null> {
  const { same, opposites } = await similarDirective(reader, text, near, lesson);
  if (same !== undefined && same.status !== "archived") throw saidAlready(same);
  return opposites[0]?.lesson ?? null;
}

/** The text of an insight or a strategy is what was observed. */
function notWorded(lesson: string): WhetstoneError {
  return new WhetstoneError("invalid_input", `'${lesson}' is what was observed, and cannot be worded anew`, {
    field: "lesson",
    next: `'whetstone lessons retire ${lesson}', and 'whetstone lessons add' a rule instead`,
    values: { lesson },
  });
}

function saidAlready({ lesson, text }: DirectiveRow): WhetstoneError {
  return new WhetstoneError("invalid_input", `'${lesson}' says that already: "${text}"`, {
    field: "text",
    next: `retire one of the two: 'whetstone lessons retire ${lesson}'`,
    values: { lesson },
  });
}
