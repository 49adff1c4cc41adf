import * as z from "zod/mini";
import { changeLesson, changeLessonInput } from "../lessons/change-lesson.js";
import { acceptAndBlock, decideProposal, reword } from "../lessons/directive/decide-proposals.js";
import { directiveInput, directiveRefusal } from "../lessons/directive/propose-directive.js";
import { lessonInput } from "../lessons/find-lesson.js";
import { retireLessons } from "../lessons/retire-lessons.js";
import { unsolvedFailures, unsolvedOutput } from "../lessons/unsolved.js";
import { waitingLessons, waitingOutput } from "../lessons/waiting-lessons.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption } from "./parts/person-input.js";
import { reviewAtTerminal } from "./parts/review-at-terminal.js";
import { reviewText } from "./parts/review-text.js";

const lessons = (about: string) => field(about, z._default(z.array(lessonInput).check(z.maxLength(500)), []));

const output = z.strictObject({
  waiting: field("The proposals that still wait, people's own words first.", z.array(waitingOutput)),
  accepted: field("The ids of the rules that are in force now.", z.array(z.string())),
  rejected: field("The ids of the rejected proposals, which are never proposed again.", z.array(z.string())),
  unsolved: field(
    "Failures that keep coming, and nothing worked: what should agents do?",
    z.array(unsolvedOutput),
  ),
});

export const verb = defineVerb({
  name: "lessons review",
  group: "Lessons",
  summary: "Accept or reject proposed lessons",
  description: `Shows the proposals one by one, your own corrections first: the words, the call they were about, \
the session, and how often you said them. One key decides: a accepts, e edits the words and accepts them, r \
rejects, s skips, q quits. Where you turned down a command, as in "never npm", b accepts and blocks it. What you accept is a rule in force; what you reject is never proposed again. \
Then it asks what agents should do about what keeps failing and nobody solved: one line, which agents are shown \
when it fails again, and at their start while it fails often. Without a terminal it lists them.`,
  examples: [
    { run: "whetstone lessons review", about: "One by one:" },
    { run: "whetstone lessons review --accept 3f9a41c2 --reject 77ab01ff --by me", about: "In a script:" },
  ],
  caller: "person",
  hub: "lead",
  input: z.strictObject({
    accept: lessons("Put these in force."),
    block: lessons("Put these in force, and block the command that their words turn down."),
    reject: lessons("Reject these for good."),
    answer: field(
      "Tell agents this of these failures.",
      z._default(
        z
          .array(z.strictObject({ lesson: lessonInput, text: changeLessonInput.shape.reason }))
          .check(z.maxLength(50)),
        [],
      ),
    ),
    dismiss: lessons("Stop asking about these failures."),
    edit: field(
      "Put these in force in other words.",
      z._default(z.array(z.strictObject({ lesson: lessonInput, text: directiveInput.shape.text })), []),
    ),
    ...callerInput,
  }),
  output,
  cli: {
    options: {
      accept: { value: "ID" },
      block: { value: "ID" },
      reject: { value: "ID" },
      dismiss: { value: "ID" },
      answer: false,
      edit: false,
    },
    own: byOption,
    render: reviewText,
    run: (call) => {
      const {
        accept = [],
        block = [],
        reject = [],
        dismiss = [],
      } = call.input as Partial<Record<string, readonly string[]>>;
      const decided = [accept, block, reject, dismiss].some(({ length }) => length > 0);
      const { atTerminal, stderr } = call.io;
      return decided || call.json || !atTerminal || stderr.isTTY !== true
        ? call.run(call.input).then(call.print)
        : reviewAtTerminal(call);
    },
  },
  check: (context, { edit }) =>
    edit.map(({ text }) => directiveRefusal(context, directiveInput.parse({ text }))).find((each) => each),
  run: async (context, { accept, block, reject, answer, dismiss, edit, actor = context.actor }) => {
    const person = { actor, origin: "human" };
    const accepted: string[] = [];
    const rejected: string[] = [];
    for (const { lesson, text } of edit) accepted.push(await reword(context, lesson, text, person));
    for (const { lesson, text } of answer)
      accepted.push((await changeLesson(context, "promote", { lesson, reason: text, ...person })).lesson);
    await context.ledger.write(async (writer) => {
      await retireLessons(context, writer, dismiss, { reason: dismissed, ...person });
      for (const lesson of accept)
        accepted.push(
          await decideProposal(writer, lesson, "lesson-activated", "a person accepted it", person),
        );
      for (const lesson of block) accepted.push(await acceptAndBlock(writer, lesson, person));
      for (const lesson of reject)
        rejected.push(await decideProposal(writer, lesson, "lesson-retired", "a person rejected it", person));
    });
    return context.ledger.read(async (reader) => ({
      ...{ waiting: [...(await waitingLessons(reader))], unsolved: [...(await unsolvedFailures(reader))] },
      ...{ accepted, rejected: [...rejected, ...dismiss] },
    }));
  },
});

const dismissed = "a person does not want to be asked about it";
