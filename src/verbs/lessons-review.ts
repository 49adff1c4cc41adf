import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import { Keys } from "../base/terminal/keys.js";
import type { Style } from "../base/terminal/style.js";
import { counted } from "../base/text/counted.js";
import { changeLesson, changeLessonInput } from "../lessons/change-lesson.js";
import { directiveRow } from "../lessons/directive/directive-rows.js";
import { extendDirective } from "../lessons/directive/extend-directive.js";
import { sessionsIn } from "../lessons/directive/fold/directive-row.js";
import {
  directiveInput,
  directiveRefusal,
  nearDirectives,
  plainDirective,
  propose,
} from "../lessons/directive/propose-directive.js";
import { lessonInput } from "../lessons/find-lesson.js";
import { retireLessons } from "../lessons/retire-lessons.js";
import {
  questionAbout,
  type UnsolvedFailure,
  unsolvedFailures,
  unsolvedOutput,
} from "../lessons/unsolved.js";
import { blockedBy, type WaitingLesson, waitingLessons, waitingOutput } from "../lessons/waiting-lessons.js";
import type { LedgerWriter } from "../log/store/ledger-writer.js";
import type { Context } from "./call/context.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption } from "./parts/person-input.js";

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

type Reviewed = Immutable<z.output<typeof output>>;

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
    render,
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

interface Person {
  readonly actor: string;
  readonly origin: string;
}

async function decideProposal(
  writer: LedgerWriter,
  given: string,
  type: "lesson-activated" | "lesson-retired",
  reason: string,
  person: Person,
): Promise<string> {
  const { lesson, status, proposal } = await directiveRow(writer, given);
  if (status !== "proposed") throw notWaiting(lesson, status);
  await writer.append({ type, data: { lesson, proposal, reason }, ...person });
  return lesson;
}

/** Nothing is written where the words turn down no command. */
async function acceptAndBlock(writer: LedgerWriter, given: string, person: Person): Promise<string> {
  const row = await directiveRow(writer, given);
  const command = blockedBy(row);
  if (command === null) throw nothingToBlock(row.lesson);
  const lesson = await decideProposal(writer, given, "lesson-activated", "a person accepted it", person);
  const wanted = { ...plainDirective(row.text), citations: [], forbiddenActions: [command] };
  await extendDirective(writer, row, { ...wanted, enforcement: "enforce" }, person);
  return lesson;
}

/** The person's new words are a rule of their own; the old ones are put away and not proposed again. */
async function reword(context: Context, given: string, text: string, person: Person): Promise<string> {
  const near = await nearDirectives(context, text);
  return context.ledger.write(async (writer) => {
    const { origin } = await directiveRow(writer, given);
    const lesson = await decideProposal(
      writer,
      given,
      "lesson-retired",
      "a person put it in other words",
      person,
    );
    const from = { project: context.ledger.project, lesson, origin };
    const input = { ...directiveInput.parse({ text }), ...person };
    const added = await propose(context, writer, input, { from }, near);
    return added.status === "active" ? added.lesson : lesson;
  });
}

function notWaiting(lesson: string, status: string): WhetstoneError {
  return new WhetstoneError("invalid_input", `'${lesson}' is ${status}: it does not wait for a decision`, {
    field: "lesson",
    next: "see 'whetstone lessons review' for those that wait",
    values: { lesson, status },
  });
}

function nothingToBlock(lesson: string): WhetstoneError {
  const reason = `the words of '${lesson}' turn down no command of the call before them`;
  return new WhetstoneError("invalid_input", reason, {
    field: "block",
    next: "accept it, and name what is forbidden with 'whetstone lessons harden --forbid'",
    values: { lesson },
  });
}

async function reviewAtTerminal(call: CommandCall<Reviewed>): Promise<undefined> {
  const { waiting, unsolved } = await call.run({});
  const keys = new Keys(call.io.stdin);
  const done = { accepted: 0, rejected: 0 };
  const steps = [
    ...waiting.map((each) => ({ text: lessonText(each), decide: () => decision(call, keys, each) })),
    ...unsolved.map((each) => ({ text: unsolvedText(each), decide: () => answerTo(call, keys, each) })),
  ];
  try {
    for (const [index, { text, decide }] of steps.entries()) {
      call.printer.note(`\n${index + 1} of ${steps.length}\n${text}`);
      const decided = await decide();
      if (decided === "quit") break;
      if (decided === undefined) continue;
      await call.run(decided);
      done[(decided.reject ?? decided.dismiss) === undefined ? "accepted" : "rejected"] += 1;
    }
  } finally {
    keys.close();
  }
  const left = steps.length - done.accepted - done.rejected;
  const text =
    steps.length === 0
      ? nothingWaits
      : `${done.accepted} accepted, ${done.rejected} rejected, ${left} still waiting`;
  call.printer.result(done, () => text);
  return undefined;
}

type Decided = {
  readonly accept?: readonly string[];
  readonly block?: readonly string[];
  readonly reject?: readonly string[];
  readonly edit?: readonly { readonly lesson: string; readonly text: string }[];
  readonly answer?: readonly { readonly lesson: string; readonly text: string }[];
  readonly dismiss?: readonly string[];
};

/** What agents should do about a failure that nobody solved, in one line of the person. */
async function answerTo(
  { printer }: CommandCall<Reviewed>,
  keys: Keys,
  { lesson }: UnsolvedFailure,
): Promise<Decided | "quit" | undefined> {
  for (;;) {
    printer.note("t tell agents, d do not ask again, s skip, q quit");
    const key = (await keys.key())?.toLowerCase();
    if (key === undefined || key === "q") return "quit";
    if (key === "s") return undefined;
    if (key === "d") return { dismiss: [lesson] };
    if (key !== "t") continue;
    printer.note("In one line, or an empty one to leave it:");
    const text = (await keys.line())?.trim() ?? "";
    return text === "" ? undefined : { answer: [{ lesson, text }] };
  }
}

/** What to do with one lesson; undefined to leave it. An unknown key asks again. */
async function decision(
  { printer }: CommandCall<Reviewed>,
  keys: Keys,
  { lesson, blocks }: WaitingLesson,
): Promise<Decided | "quit" | undefined> {
  const blocking = blocks === null ? "" : `b accept and block '${blocks}', `;
  for (;;) {
    printer.note(`a accept, ${blocking}e edit and accept, r reject, s skip, q quit`);
    const key = (await keys.key())?.toLowerCase();
    if (key === undefined || key === "q") return "quit";
    if (key === "s") return undefined;
    if (key === "a") return { accept: [lesson] };
    if (key === "b" && blocks !== null) return { block: [lesson] };
    if (key === "r") return { reject: [lesson] };
    if (key !== "e") continue;
    printer.note("In your words, or an empty line to leave it:");
    const text = (await keys.line())?.trim() ?? "";
    return text === "" ? undefined : { edit: [{ lesson, text }] };
  }
}

const nothingWaits = "Nothing waits for you.";

function render({ waiting, unsolved, accepted, rejected }: Reviewed, style: Style): string {
  const done = [
    ...accepted.map((lesson) => `${style.bold(lesson)} is ${style.green("in force")}`),
    ...rejected.map((lesson) => `${style.bold(lesson)} is rejected, and not proposed again`),
  ];
  if (waiting.length + unsolved.length === 0) return [...done, nothingWaits].join("\n");
  const listed = waiting.flatMap((each) => [
    style.bold(each.lesson),
    lessonText(each),
    ...(each.blocks === null
      ? []
      : [`  to block '${each.blocks}' too: whetstone lessons review --block ${each.lesson}`]),
  ]);
  const asked = unsolved.flatMap((each) => [
    style.bold(each.lesson),
    unsolvedText(each),
    `  to say it: whetstone lessons promote ${each.lesson} --reason "..."`,
  ]);
  return [...done, ...listed, ...asked].join("\n");
}

function unsolvedText(failure: UnsolvedFailure): string {
  return `  ${failure.text}\n  ${questionAbout(failure)}`;
}

/** The words, the call they were about, where and how often they were said. */
function lessonText({ text, origin, said, firstSeenAt, wasRule, contradicts }: WaitingLesson): string {
  const last = said.at(-1);
  const source =
    last === undefined
      ? `  from ${origin}, ${firstSeenAt.slice(0, 10)}`
      : `  you, ${last.at.slice(0, 10)}, session ${last.session.slice(0, 8)}; said ${counted(
          said.length,
          "time",
        )} in ${counted(sessionsIn(said), "session")}`;
  const about = said.findLast(({ call }) => call !== null)?.call;
  return [
    `  “${text}”`,
    ...(about === undefined ? [] : [`  about: ${about}`]),
    source,
    ...(wasRule ? ["  it was in force by being said twice, and is no rule until you accept it"] : []),
    ...(contradicts.length === 0 ? [] : [`  it says the opposite of ${contradicts.join(", ")}`]),
  ].join("\n");
}
