import * as z from "zod/mini";
import { field } from "../app/field.js";
import { lessonStates } from "../app/find-lesson.js";
import type { Immutable } from "../app/immutable.js";
import { keptLessons } from "../app/kept-lessons.js";
import { filteredLessons, type Lesson, lessonOutput, listLessons, quotedLesson } from "../app/lessons.js";
import { trialVerdicts } from "../app/measured-lesson.js";
import { roleInput } from "../app/situation-input.js";
import { repeatedText, verdictText } from "../app/verdict-text.js";
import type { Style } from "../terminal/style.js";
import { oneLine } from "../text/one-line.js";
import { defineVerb } from "./frame/define-verb.js";

const output = z.strictObject({
  lessons: field("The lessons, each with its track record.", z.array(lessonOutput)),
  total: field("How many there are, listed or not.", z.int()),
});

export const verb = defineVerb({
  name: "lessons list",
  group: "Lessons",
  summary: "List the lessons of the project",
  description: `Lists lessons with their track record and how often they were shown: strategies that failed
most often first, then directives, then failures of most sessions, then insights by their current score. \
'whetstone lessons' does the same. A proposed directive waits for a person: 'whetstone lessons activate' \
puts it in force. Of a failure, WORKED and FAILED count the sessions that were told of it: in which it worked \
then, and which failed again. Failures that nothing has undone are listed with --all or '--state unsolved' only: \
'whetstone lessons promote' with a reason says what to do about one. Once sessions were shown a lesson by \
chance and others were not, FAILED IF SHOWN and IF HELD OUT say in how many of each it failed again, and \
VERDICT what follows.`,
  examples: [
    { run: "whetstone lessons list", about: "All lessons with their ids:" },
    {
      run: "whetstone lessons list --kind directive --state proposed",
      about: "Lessons of agents that wait for you:",
    },
    {
      run: "whetstone lessons list --kind insight --state verified",
      about: "Insights that you could promote:",
    },
  ],
  caller: "anyone",
  answersOnly: true,
  input: z.strictObject({
    kind: field(
      "Only this kind.",
      z.optional(z.enum(["strategy", "anti_pattern", "insight", "directive", "failure"])),
    ),
    role: field("Only insights of this role and directives for it.", z.optional(roleInput)),
    state: field("Only those in this state.", z.optional(z.enum(lessonStates))),
    verdict: field(
      "Only those of which the sessions with and without them say this.",
      z.optional(z.enum(trialVerdicts)),
    ),
    words: field("Only those that hold all of these words.", z.optional(z.string().check(z.maxLength(200)))),
    offset: field("Begin behind this many.", z.optional(z.int().check(z.nonnegative()))),
    all: field(
      "Also list failures that nothing has resolved, whether or not they still happen.",
      z._default(z.boolean(), false),
    ),
    limit: field("List at most this many; all if left out.", z.optional(z.int().check(z.nonnegative()))),
  }),
  output,
  cli: {
    options: {
      role: { value: "NAME" },
      words: { value: "WORDS" },
      verdict: { value: "VERDICT" },
      offset: false,
      limit: { about: "List at most this many; 100 if left out, all with --json." },
    },
    render,
    run: async ({ input, json, run, print }) =>
      print(await run({ ...(json ? {} : { limit: listed }), ...input })),
  },
  asData: ({ lessons, total }) => ({ lessons: lessons.map(quotedLesson), total }),
  run: async (context, { limit, offset, ...filter }) => {
    const found =
      offset === undefined
        ? await listLessons(context, filter)
        : filteredLessons(await keptLessons(context), filter);
    const end = limit === undefined ? undefined : (offset ?? 0) + limit;
    return { lessons: found.slice(offset, end), total: found.length };
  },
});

const textChars = 70;
const listed = 100;

async function render({ lessons, total }: Immutable<z.output<typeof output>>, style: Style): Promise<string> {
  if (total === 0)
    return (
      "No such lessons yet. They come from outcomes and deliberations: " +
      "see 'whetstone record --help' and 'whetstone deliberate --help'."
    );
  const { table } = await import("../terminal/table.js");
  const isMeasured = lessons.some((lesson) => measuredOf(lesson) !== null);
  const columns = [
    ...["ID", "STATE", "WORKED", "FAILED", "SHOWN", "SCORE"],
    ...(isMeasured ? trialHead : []),
  ];
  const head = [...columns, "TEXT"].map(style.dim);
  const rows = table([head, ...lessons.map((lesson) => rowOf(lesson, isMeasured, style))], {
    right: [2, 3, 4, 5],
  });
  const rest = total - lessons.length;
  return rest > 0 ? `${rows}\n${style.dim(`and ${rest} more: see --limit`)}` : rows;
}

/** Of sessions that were shown a lesson by chance and of those that it was held out of: how often it failed. */
const trialHead = ["FAILED IF SHOWN", "IF HELD OUT", "VERDICT"];

function measuredOf(lesson: Lesson) {
  return lesson.kind === "failure" ? lesson.measured : null;
}

function trialCells(lesson: Lesson): string[] {
  const found = measuredOf(lesson);
  if (found === null) return trialHead.map(() => "");
  return [repeatedText(found.shown), repeatedText(found.heldOut), verdictText(found)];
}

function rowOf(lesson: Lesson, isMeasured: boolean, style: Style): string[] {
  return [
    style.bold(lesson.id),
    lesson.kind === "anti_pattern" ? style.red("avoid") : style.green(lesson.state),
    String(lesson.successes),
    String(lesson.failures),
    String(lesson.exposures),
    lesson.kind === "insight" ? lesson.score.toFixed(2) : "",
    ...(isMeasured ? trialCells(lesson) : []),
    `${prefixOf(lesson)}${oneLine(lesson.text, textChars)}`,
  ];
}

const lacking = {
  check: "no check",
  scope: "for everyone",
  forbidden_action: "nothing to enforce",
} as const;

function prefixOf(lesson: Lesson): string {
  if (lesson.kind === "failure") return "";
  if (lesson.kind === "insight") return `${lesson.role}: `;
  if (lesson.kind !== "directive") return lesson.selfReported ? "[self-reported] " : "";
  const marks = [
    lesson.priority,
    ...(lesson.enforcement === "enforce" ? ["enforced"] : []),
    ...lesson.missing,
    ...lesson.lacks.map((each) => lacking[each]),
  ];
  return `[${[...marks, ...(lesson.retireCandidate ? ["retire?"] : [])].join(", ")}] `;
}
