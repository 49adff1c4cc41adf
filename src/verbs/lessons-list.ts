import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { oneLine } from "../base/text/one-line.js";
import { lessonNames, lessonStates } from "../lessons/find-lesson.js";
import { keptLessons } from "../lessons/kept-lessons.js";
import { type Lesson, lessonOutput } from "../lessons/lesson-output.js";
import { filteredLessons, listLessons, quotedLesson } from "../lessons/lessons.js";
import { trialVerdicts } from "../lessons/trial/measured-lesson.js";
import { repeatedText } from "../lessons/trial/verdict-text.js";
import { isoTime } from "../log/events/time.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { roleInput } from "./call/situation-input.js";
import { defineVerb } from "./frame/define-verb.js";

const output = z.strictObject({
  at: field("When the list was read.", z.string()),
  lessons: field("The lessons, each with its track record.", z.array(lessonOutput)),
  total: field("How many there are, listed or not.", z.int()),
});

export const verb = defineVerb({
  name: "lessons list",
  group: "Lessons",
  summary: "List the lessons of the project",
  description: `Lists lessons with their track record and how often they were shown: first the strategies \
that failed most often, then directives, then the failures of most sessions, then insights by their current \
score. 'whetstone lessons' does the same. A proposed directive waits for a person: 'whetstone lessons \
activate' puts it in force.

For a failure lesson, WORKED and FAILED count the sessions that were shown it: those in which the call then \
worked, and those in which it failed again. Failures without a remedy are listed only with --all or '--state \
unsolved': 'whetstone lessons promote' with a reason states what to do about one.

Once a lesson was held out of some sessions, IF SHOWN and HELD OUT say in how many of each the failure came \
back, and VERDICT gives the conclusion. 'whetstone trial status' says more.`,
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
  words: ["directives", "insights", "list", "ls", "memories", "memory", "patterns", "strategies"],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({
    kind: field("Only this kind.", z.optional(z.enum(lessonNames))),
    role: field("Only insights of this role and directives for it.", z.optional(roleInput)),
    state: field("Only those in this state.", z.optional(z.enum(lessonStates))),
    verdict: field("Only lessons with this verdict of their sessions.", z.optional(z.enum(trialVerdicts))),
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
  asData: ({ lessons, ...rest }) => ({ ...rest, lessons: lessons.map(quotedLesson) }),
  run: async (context, { limit, offset, ...filter }) => {
    const found =
      offset === undefined
        ? await listLessons(context, filter)
        : filteredLessons(await keptLessons(context), filter);
    const end = limit === undefined ? undefined : (offset ?? 0) + limit;
    return { at: isoTime(context.clock()), lessons: found.slice(offset, end), total: found.length };
  },
});

const textChars = 70;
/** Of lists with the columns of trials, which leave less for the text. */
const measuredWidth = 120;
const listed = 100;

async function render({ lessons, total }: Immutable<z.output<typeof output>>, style: Style): Promise<string> {
  if (total === 0)
    return (
      "No such lessons yet. They appear when a session fixes a failure, when you correct an agent, and from " +
      "what is recorded: see 'whetstone record --help'."
    );
  const { table } = await import("../base/terminal/table.js");
  const isMeasured = lessons.some((lesson) => measuredOf(lesson) !== null);
  const hasScores = lessons.some(({ kind }) => kind === "insight");
  const columns = [
    "ID",
    "STATE",
    "WORKED",
    "FAILED",
    "SHOWN",
    ...(hasScores ? ["SCORE"] : []),
    ...(isMeasured ? trialHead : []),
  ];
  const head = [...columns, "TEXT"].map(style.dim);
  const all = [head, ...lessons.map((lesson) => rowOf(lesson, { hasScores, isMeasured }, style))];
  const width = isMeasured ? { width: measuredWidth } : {};
  const rows = table(all, { right: hasScores ? [2, 3, 4, 5] : [2, 3, 4], ...width });
  const rest = total - lessons.length;
  return rest > 0 ? `${rows}\n${style.dim(`and ${rest} more: see --limit`)}` : rows;
}

/** In how many sessions it failed when chance showed it, and when it was held out; `trial status` says more. */
const trialHead = ["IF SHOWN", "HELD OUT", "VERDICT"];

function measuredOf(lesson: Lesson) {
  return lesson.kind === "failure" ? lesson.measured : null;
}

function trialCells(lesson: Lesson): string[] {
  const found = measuredOf(lesson);
  if (found === null) return trialHead.map(() => "");
  const verdict = found.verdict === "not known yet" ? "not known" : found.verdict;
  return [repeatedText(found.shown), repeatedText(found.heldOut), verdict];
}

interface Columns {
  readonly hasScores: boolean;
  readonly isMeasured: boolean;
}

function rowOf(lesson: Lesson, { hasScores, isMeasured }: Columns, style: Style): string[] {
  return [
    style.bold(lesson.id),
    lesson.kind === "anti_pattern" ? style.red("avoid") : style.green(lesson.state),
    String(lesson.successes),
    String(lesson.failures),
    String(lesson.exposures),
    ...(hasScores ? [lesson.kind === "insight" ? lesson.score.toFixed(2) : ""] : []),
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
