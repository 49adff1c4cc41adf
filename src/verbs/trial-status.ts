import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { lessonIdOf } from "../lessons/find-lesson.js";
import { trialLesson } from "../lessons/trial/change-trial.js";
import { allLessons, isProjectTried, trials } from "../lessons/trial/fold/trials.js";
import { type Measured, measured, measuredOutput, vouchedAmong } from "../lessons/trial/measured-lesson.js";
import { triedShare } from "../lessons/trial/rules/share.js";
import { moreText, repeatedText } from "../lessons/trial/verdict-text.js";
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
how many sessions its failure came back when it was shown and when it was held out, how strong the evidence \
is, how the sessions went otherwise, and the verdict. 'whetstone explain' shows one of them session by \
session.`,
  examples: [{ run: "whetstone trial status", about: "Do they help?" }],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({ lesson: trialLesson }),
  output,
  cli: { arguments: ["lesson"], render },
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
    return {
      enabled: config.evidence.enabled,
      share: config.evidence.share,
      all: isTried,
      lessons: rows.map((row) => ({
        lesson: row.lesson,
        tried: row.tried,
        measured:
          measured(row, config, { isVouched: vouched.has(row.lesson), isProjectTried: isTried }) ?? null,
      })),
    };
  });
}

async function render(result: Immutable<z.output<typeof output>>, style: Style): Promise<string> {
  const { table } = await import("../base/terminal/table.js");
  const { enabled, share, all, lessons } = result;
  const usual = enabled
    ? `Machine-made lessons are shown in ${Math.round((all ? triedShare : share) * 100)} % of the sessions at first.`
    : "No lesson is held out: the setting evidence.enabled is false.";
  if (lessons.length === 0) return `${usual}\nNo session with such a lesson is over yet.`;
  const effects = lessons.map(({ lesson, measured: found }) => [
    style.bold(lesson),
    ...(found === null ? ["", "", "", "not known yet", ""] : effectCells(found)),
  ]);
  const guards = lessons.flatMap(({ lesson, measured: found }) =>
    found === null ? [] : [[style.bold(lesson), ...guardCells(found)]],
  );
  const tried = lessons.filter((each) => each.tried).map(({ lesson }) => lesson);
  const parts = [
    usual,
    ...(tried.length === 0 ? [] : [`A person tries, in half of the sessions: ${tried.join(", ")}.`]),
    "",
    "In how many sessions the failure came back when its lesson was shown, and when",
    "it was held out. EVIDENCE: 1 says nothing, 20 is enough to call an effect.",
    "MORE: about how many more sessions that takes.",
    table([effectColumns.map(style.dim), ...effects], { right: [3, 5] }),
    ...(guards.length === 0
      ? []
      : [
          "How these sessions went otherwise, when shown / when held out:",
          table([guardColumns.map(style.dim), ...guards]),
        ]),
  ];
  return parts.join("\n");
}

const effectColumns = ["ID", "IF SHOWN", "IF HELD OUT", "EVIDENCE", "VERDICT", "MORE"];
const guardColumns = ["ID", "SUCCEEDED", "ERRORS EACH", "MINUTES EACH"];

function effectCells(found: Measured): string[] {
  const { shown, heldOut, evidence, verdict, sessionsLeft } = found;
  const arms = [repeatedText(shown), repeatedText(heldOut)];
  return [...arms, evidence.toPrecision(3), verdict, sessionsLeft === null ? "" : moreText(sessionsLeft)];
}

/** How sessions went when the lesson was shown and when it was held out. */
function guardCells(found: Measured): string[] {
  const { shown, heldOut } = found.guards;
  const both = (cell: (arm: Measured["guards"]["shown"]) => string) =>
    [shown, heldOut].map((arm) => (arm.sessions === 0 ? "-" : cell(arm))).join(" / ");
  return [
    both(({ succeeded, sessions }) => `${Math.round((100 * succeeded) / sessions)} %`),
    both(({ errorsPerSession }) => (errorsPerSession ?? 0).toFixed(1)),
    both(({ meanDurationMs }) => ((meanDurationMs ?? 0) / 60_000).toFixed(1)),
  ];
}
