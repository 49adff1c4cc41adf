import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { oneLine } from "../base/text/one-line.js";
import { lessonIdOf, lessonInput, noLesson } from "../lessons/find-lesson.js";
import { lessonHistory } from "../lessons/lesson-history.js";
import { lessonOutput } from "../lessons/lesson-output.js";
import { oneLesson, quotedLesson } from "../lessons/lessons.js";
import { rolesMutedFor } from "../lessons/muted-roles.js";
import { quoteOrNull } from "../lessons/unconfirmed/quote-as-data.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";

const entry = z.strictObject({
  seq: z.int(),
  id: z.string(),
  at: z.string(),
  type: field("The type of the event.", z.string()),
  actor: z.string(),
  session: field("The session in which it happened; null if none is named.", z.nullable(z.string())),
  line: field("The exact line that was shown; null for other events.", z.nullable(z.string())),
  reason: field("The reason of a decision; null if none was given.", z.nullable(z.string())),
});

const output = z.strictObject({
  lesson: lessonOutput,
  mutedFor: field("The roles that are not shown it.", z.array(z.string())),
  history: field("The newest events about it, the newest first.", z.array(entry)),
});

type History = Immutable<z.output<typeof output>>;

export const verb = defineVerb({
  name: "lessons history",
  group: "Lessons",
  summary: "Show the history of a lesson: when it was shown, and what people decided",
  description: `Shows a lesson with its track record, and the newest events about it: the exact lines that were \
shown, to which session, and what people decided and why. 'whetstone lessons show' explains its state.`,
  examples: [{ run: "whetstone lessons history 3f9a41c2", about: "Who was shown it, and when:" }],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({ lesson: lessonInput }),
  output,
  cli: { arguments: ["lesson"], render },
  asData: ({ lesson, mutedFor, history }) => ({
    lesson: quotedLesson(lesson),
    mutedFor,
    history: history.map((each) => ({
      ...each,
      line: quoteOrNull(each.line),
      reason: quoteOrNull(each.reason),
    })),
  }),
  run: (context, { lesson: given }) =>
    context.ledger.read(async (reader) => {
      const id = await lessonIdOf(reader, given);
      const lesson = await oneLesson(context, reader, id);
      if (lesson === undefined) throw noLesson(given);
      const mutedFor = [...(await rolesMutedFor(reader, id))];
      return { lesson, mutedFor, history: [...(await lessonHistory(reader, id))] };
    }),
});

const textChars = 110;

function render({ lesson, history }: History, style: Style): string {
  return [
    `${style.bold(lesson.id)} ${style.dim(`(${lesson.state})`)}`,
    `  ${oneLine(lesson.text, textChars)}`,
    ...history.map(
      ({ at, type, session, line, reason }) =>
        `${style.dim(at)}  ${type}${session === null ? "" : `  ${session}`}` +
        `${line === null && reason === null ? "" : `\n    ${oneLine(line ?? reason ?? "", textChars)}`}`,
    ),
  ].join("\n");
}
