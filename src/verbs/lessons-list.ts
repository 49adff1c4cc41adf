import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { oneLine } from "../base/text/one-line.js";
import { shortIds } from "../base/text/short-id.js";
import { lessonNames, lessonStates } from "../lessons/find-lesson.js";
import { keptLessons } from "../lessons/kept-lessons.js";
import { type Lesson, lessonOutput } from "../lessons/lesson-output.js";
import { filteredLessons, listLessons, quotedLesson } from "../lessons/lessons.js";
import { inOrder, lessonOrders, lessonStages } from "../lessons/order-lessons.js";
import { trialVerdicts } from "../lessons/trial/measured-lesson.js";
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
that failed most often, then rules, then the failures of most sessions, then insights by their current \
score. 'whetstone lessons' does the same. A proposed rule waits for a person: 'whetstone lessons \
activate' puts it in force.

For a failure lesson, WORKED and FAILED count the sessions that were shown it: those in which the call then \
worked, and those in which it failed again. Failures without a remedy are listed only with --all or '--state \
unsolved': 'whetstone lessons promote' with a reason states what to do about one.

ID is the beginning of the id, which every command takes. Once enough sessions were shown a lesson or had it \
held out, STATE also says whether it helps; 'whetstone trial status' has the numbers. A narrow terminal leaves \
out WORKED and FAILED.`,
  examples: [
    { run: "whetstone lessons list", about: "All lessons with their ids:" },
    {
      run: "whetstone lessons list --stage waits",
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
    role: field("Only insights of this role and rules for it.", z.optional(roleInput)),
    state: field("Only those in this state.", z.optional(z.enum(lessonStates))),
    stage: field(
      "The same in fewer words: what waits for a person, is shown, is unsolved, asleep, or retired in any way.",
      z.optional(z.enum(lessonStages)),
    ),
    verdict: field("Only lessons with this verdict of their sessions.", z.optional(z.enum(trialVerdicts))),
    words: field("Only those that hold all of these words.", z.optional(z.string().check(z.maxLength(200)))),
    sort: field(
      "How to sort: by kind; what needs a person and makes most difference first; the newest first; what was " +
        "shown most first.",
      z._default(z.enum(lessonOrders), "kind"),
    ),
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
  run: async (context, { limit, offset, sort, ...filter }) => {
    const all =
      offset === undefined
        ? await listLessons(context, filter)
        : filteredLessons(await keptLessons(context), filter);
    const found = inOrder(all, sort);
    const end = limit === undefined ? undefined : (offset ?? 0) + limit;
    return { at: isoTime(context.clock()), lessons: found.slice(offset, end), total: found.length };
  },
});

/** Nobody reads more of one in a list. */
const textChars = 300;
/** Below this many columns the text needs the room of the counts. */
const wideColumns = 100;
const listed = 100;

async function render({ lessons, total }: Immutable<z.output<typeof output>>, style: Style): Promise<string> {
  if (total === 0)
    return (
      "No lessons to list yet. They appear when a session fixes a failure or you correct an agent.\n" +
      "'whetstone lessons --state unsolved' lists failures that no session has fixed."
    );
  const { table } = await import("../base/terminal/table.js");
  const short = shortIds(lessons.map(({ id }) => id));
  const isWide = style.columns >= wideColumns;
  const hasScores = isWide && lessons.some(({ kind }) => kind === "insight");
  const counts = [...(isWide ? ["WORKED", "FAILED"] : []), "SHOWN", ...(hasScores ? ["SCORE"] : [])];
  const head = ["ID", "STATE", ...counts, "TEXT"].map(style.dim);
  const rows = lessons.map((lesson) => [
    style.bold(short.get(lesson.id) ?? lesson.id),
    stateOf(lesson, style),
    ...(isWide ? [String(lesson.successes), String(lesson.failures)] : []),
    String(lesson.exposures),
    ...(hasScores ? [lesson.kind === "insight" ? lesson.score.toFixed(2) : ""] : []),
    `${prefixOf(lesson)}${oneLine(lesson.text, textChars)}`,
  ]);
  const all = table([head, ...rows], { right: counts.map((_, at) => at + 2), width: style.columns });
  const rest = total - lessons.length;
  return rest > 0 ? `${all}\n${style.dim(`and ${rest} more: see --limit`)}` : all;
}

/** The state, and what its trial found. */
function stateOf(lesson: Lesson, { green, red }: Style): string {
  if (lesson.kind === "anti_pattern") return red("avoid");
  const verdict = lesson.kind === "failure" ? (lesson.measured?.verdict ?? "not known yet") : "not known yet";
  if (verdict === "not known yet") return green(lesson.state);
  const found = `${lesson.state}, ${verdict}`;
  return verdict === "harms" ? red(found) : green(found);
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
    ...(lesson.priority === "medium" ? [] : [`${lesson.priority} priority`]),
    ...(lesson.enforcement === "enforce" ? ["enforced"] : []),
    ...lesson.missing,
    ...lesson.lacks.map((each) => lacking[each]),
  ];
  const all = [...marks, ...(lesson.retireCandidate ? ["retire?"] : [])];
  return all.length === 0 ? "" : `[${all.join(", ")}] `;
}
