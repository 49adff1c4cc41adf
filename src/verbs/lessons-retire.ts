import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { counted } from "../base/text/counted.js";
import { oneLine } from "../base/text/one-line.js";
import {
  lessonsWhere,
  previewRetirement,
  type RetiredLesson,
  readWhere,
  retiredOutput,
  retireLessons,
  retirementRefusal,
  whereNames,
} from "../lessons/retire-lessons.js";
import { textId } from "../log/events/envelope.js";
import { refuseInput } from "./call/admit.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { personNeeded } from "./call/speaker.js";
import { defineVerb } from "./frame/define-verb.js";
import { answersOption, neededUnlessDryRun, personInput } from "./parts/person-input.js";

/** More than anyone would name one by one. */
const mostNamed = 500;

const output = z.strictObject({
  retired: field("The lessons that are no longer shown, or would not be.", z.array(retiredOutput)),
  dryRun: field("True when nothing was changed.", z.boolean()),
});

export const verb = defineVerb({
  name: "lessons retire",
  group: "Lessons",
  summary: "Stop showing lessons",
  description: `Retires lessons: they are no longer shown. A rule is archived, a failure lesson is \
retired, a strategy or an insight is deprecated, and evidence does not bring it back. Nothing is deleted; to \
remove a text see 'whetstone lessons forget'. To show it again, use 'lessons activate' for a rule or a \
failure lesson, and 'lessons reset' for the others.

--where selects lessons by conditions instead of ids: kind, state, origin, tag, category, role, each as \
name=value. Several conditions must all hold. It lists the selected lessons and asks first, as it does for \
several ids.

Only a person may retire a rule, retire what a person promoted, or use --where.`,
  examples: [
    { run: 'whetstone lessons retire 3f9a41c2 --reason "the tool is gone"', about: "Stop showing one:" },
    {
      run: 'whetstone lessons retire 3f9a41c2 8654dd93 --reason "the queue is gone"',
      about: "Several at once:",
    },
    {
      run:
        "whetstone lessons retire --where origin=tool:reflection --where state=proposed " +
        '--reason "they are noise"',
      about: "All that meet some conditions:",
    },
  ],
  words: ["archive", "deprecate", "hide", "retire"],
  caller: "anyone",
  hub: "lead",
  input: z.strictObject({
    lessons: field(
      "The ids of the lessons, or the beginnings of them.",
      z._default(z.array(textId).check(z.maxLength(mostNamed)), []),
    ),
    where: field(
      `Conditions instead of ids, as name=value: ${whereNames.join(", ")}. All must hold.`,
      z._default(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(20)), []),
    ),
    ...personInput,
    ...callerInput,
  }),
  output,
  cli: {
    arguments: ["lessons"],
    options: {
      lessons: { name: "lesson", value: "ID" },
      where: { value: "NAME=VALUE" },
    },
    own: answersOption,
    confirm: ({ retired }) => {
      if (retired.length < 2) return undefined;
      const question = `Retire these ${counted(retired.length, "lesson")}?`;
      return { note: retired.map(retiredLine).join("\n"), question };
    },
    render,
  },
  check: (context, input) => {
    const { lessons, where, origin, dryRun } = input;
    if (lessons.length === 0 && where.length === 0)
      return {
        field: "lessons",
        reason: "name at least one lesson",
        next: "give ids, or choose lessons with 'where', such as tag=old",
      };
    if (lessons.length > 0 && where.length > 0)
      return { field: "where", reason: "give lessons or conditions, not both" };
    if (readWhere(where) === undefined)
      return { field: "where", reason: `write each as name=value, with one of: ${whereNames.join(", ")}` };
    if (where.length > 0 && !dryRun) {
      const refused = personNeeded(context, origin, "retire lessons by conditions");
      if (refused !== undefined) return refused;
    }
    return neededUnlessDryRun(input, ["reason"]);
  },
  run: async (context, input) => {
    const { lessons, reason = "", dryRun, actor = context.actor, origin = context.origin } = input;
    const where = readWhere(input.where) ?? {};
    if (dryRun)
      return context.ledger.read(async (reader) => {
        const chosen = input.where.length === 0 ? lessons : await lessonsWhere(context, reader, where);
        return { retired: [...(await previewRetirement(context, reader, chosen))], dryRun };
      });
    context.beforeWriting();
    const done = await context.ledger.write(async (writer) => {
      const chosen = input.where.length === 0 ? lessons : await lessonsWhere(context, writer, where);
      const refusal = await retirementRefusal(context, writer, chosen, origin);
      if (refusal !== undefined) return { refusal };
      return { retired: await retireLessons(context, writer, chosen, { reason, actor, origin }) };
    });
    if ("refusal" in done) return refuseInput(context, "lessons retire", done.refusal, input);
    return { retired: [...done.retired], dryRun };
  },
});

const textChars = 80;

function retiredLine({ lesson, before, text }: Immutable<RetiredLesson>): string {
  return `  ${lesson} (${before}) ${oneLine(text, textChars)}`;
}

function render({ retired, dryRun }: Immutable<z.output<typeof output>>, style: Style): string {
  const [first] = retired;
  if (first === undefined) return "No lesson meets the conditions; nothing was changed.";
  if (dryRun)
    return [`Would retire ${counted(retired.length, "lesson")}:`, ...retired.map(retiredLine)].join("\n");
  if (retired.length === 1) return `${style.bold(first.lesson)} is ${first.state}: it is no longer shown`;
  return [`Retired ${counted(retired.length, "lesson")}:`, ...retired.map(retiredLine)].join("\n");
}
