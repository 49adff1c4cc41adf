import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { cutToWidth } from "../base/terminal/text-width.js";
import { oneLine } from "../base/text/one-line.js";
import { shortIds } from "../base/text/short-id.js";
import { lessonIdOf, lessonRow } from "../lessons/find-lesson.js";
import { trialLesson } from "../lessons/trial/change-trial.js";
import { allLessons, isProjectTried, type TrialRow, trials } from "../lessons/trial/fold/trials.js";
import { type Measured, measured, measuredOutput, vouchedAmong } from "../lessons/trial/measured-lesson.js";
import { triedShare } from "../lessons/trial/rules/share.js";
import { repeatedText, verdictText } from "../lessons/trial/verdict-text.js";
import { quoteAsData } from "../lessons/unconfirmed/quote-as-data.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import type { Context } from "./call/context.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";

const output = z.strictObject({
  enabled: field("Whether lessons are held out of sessions at all.", z.boolean()),
  share: field("In which share of the sessions a lesson is shown at first.", z.number()),
  all: field("Whether a person tries every lesson of the project.", z.boolean()),
  lessons: field(
    "The lessons that sessions were shown or not shown by chance.",
    z.array(
      z.strictObject({
        lesson: z.string(),
        text: field("What agents are shown; empty for a lesson that is no longer known.", z.string()),
        tried: field("Whether a person runs a trial of it.", z.boolean()),
        measured: field("The verdict of its sessions; null until one has ended.", z.nullable(measuredOutput)),
      }),
    ),
  ),
});

export const verb = defineVerb({
  name: "trial status",
  group: "Lessons",
  summary: "Compare sessions with and without each lesson",
  description: `Machine-made lessons are held out of some sessions at random. For each of them this shows in \
how many sessions its failure came back when it was shown and when it was held out, how the sessions went \
otherwise, and whether it helps. 'whetstone explain' shows one of them session by \
session.`,
  examples: [{ run: "whetstone trial status", about: "Do they help?" }],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({ lesson: trialLesson }),
  output,
  cli: { arguments: ["lesson"], render },
  asData: ({ lessons, ...rest }) => ({
    ...rest,
    lessons: lessons.map((each) => ({ ...each, text: quoteAsData(each.text) })),
  }),
  run: (context, { lesson }) => statusOf(context, lesson),
});

async function statusOf(context: Context, given: string | undefined) {
  const { config } = context.ledger;
  return context.ledger.read(async (reader) => {
    const only = given === undefined ? undefined : await lessonIdOf(reader, given);
    const all = await reader.rows(trials);
    const rows = all.filter(({ lesson }) => lesson !== allLessons && lesson === (only ?? lesson));
    const isTried = isProjectTried(all);
    const vouched = await vouchedAmong(reader, rows);
    const texts = await textsOf(reader, rows);
    return {
      enabled: config.evidence.enabled,
      share: config.evidence.share,
      all: isTried,
      lessons: rows.map((row) => ({
        lesson: row.lesson,
        text: texts.get(row.lesson) ?? "",
        tried: row.tried,
        measured:
          measured(row, config, { isVouched: vouched.has(row.lesson), isProjectTried: isTried }) ?? null,
      })),
    };
  });
}

async function textsOf(
  reader: LedgerReader,
  rows: readonly TrialRow[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { lesson } of rows) {
    const found = await lessonRow(reader, lesson);
    if (found !== undefined) texts.set(lesson, found.of.line(found.row).text);
  }
  return texts;
}

function render(result: Immutable<z.output<typeof output>>, style: Style): string {
  const { enabled, share, all, lessons } = result;
  const usual = enabled
    ? `Machine-made lessons are shown in ${Math.round((all ? triedShare : share) * 100)} % of the sessions at first.`
    : "No lesson is held out: the setting evidence.enabled is false.";
  if (lessons.length === 0) return `${usual}\nNo session with such a lesson is over yet.`;
  const short = shortIds(lessons.map(({ lesson }) => lesson));
  const each = lessons.flatMap(({ lesson, text, tried, measured: found }) => [
    "",
    `${style.bold(short.get(lesson) ?? lesson)}  ${cutToWidth(oneLine(text, 300), style.columns - 10)}`,
    ...linesOf(found, style).map((line) => `  ${line}`),
    ...(tried ? ["  a person tries it: shown in half of the sessions"] : []),
  ]);
  return [usual, "Each lesson: how often its failure came back when shown, and when held out.", ...each].join(
    "\n",
  );
}

function linesOf(found: Measured | null, style: Style): readonly string[] {
  if (found === null) return ["not known yet: no session with it is over"];
  const { shown, heldOut, verdict } = found;
  const paint = {
    helps: style.green,
    harms: style.red,
    "no difference": style.dim,
    "not known yet": style.dim,
  };
  return [
    `${paint[verdict](verdictText(found))}  came back in ${repeatedText(shown)} shown, ${repeatedText(heldOut)} held out`,
    guardLine(found),
  ];
}

/** How sessions went when the lesson was shown and when it was held out. */
function guardLine({ guards: { shown, heldOut } }: Measured): string {
  const both = (cell: (arm: Measured["guards"]["shown"]) => string) =>
    [shown, heldOut].map((arm) => (arm.sessions === 0 ? "-" : cell(arm))).join(" / ");
  const succeeded = both((arm) => `${Math.round((100 * arm.succeeded) / arm.sessions)} %`);
  const errors = both(({ errorsPerSession }) => (errorsPerSession ?? 0).toFixed(1));
  const minutes = both(({ meanDurationMs }) => ((meanDurationMs ?? 0) / 60_000).toFixed(1));
  return `shown / held out: ${succeeded} succeeded, ${errors} errors, ${minutes} minutes`;
}
