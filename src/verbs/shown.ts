import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import type { Style } from "../base/terminal/style.js";
import { counted } from "../base/text/counted.js";
import { heldOutLessons } from "../lessons/trial/held-out-lessons.js";
import { type ShownText, shownTextOf } from "../lessons/trial/shown-texts.js";
import { textId } from "../log/events/envelope.js";
import type { LedgerReader } from "../log/store/ledger-reader.js";
import { trails } from "../runs/fold/trails.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";
import { wholeName } from "./overview/name-session.js";

const moments = ["start", "prompt", "agent", "call", "failure", "plan", "brief"] as const;

const shownText = z.strictObject({
  id: field("The id of the event that records it.", z.string()),
  at: z.string(),
  moment: field("When it was shown.", z.enum(moments)),
  run: field("The run it was shown to; null for a plan without one.", z.nullable(z.string())),
  role: z.nullable(z.string()),
  text: field("The text that was given to the agent.", z.string()),
  exact: field(
    "False if the text is incomplete: words of the caller that were not kept are in square brackets, and " +
      "of texts of earlier versions only the lines of the lessons are known.",
    z.boolean(),
  ),
  tokens: z.int(),
  lessons: field(
    "The lessons in it, each with the id of its exposure and the tokens of its own line.",
    z.array(z.strictObject({ lesson: z.string(), exposure: z.string(), tokens: z.int() })),
  ),
  dropped: field("How many lessons there was no room for.", z.int()),
  droppedLessons: field("Those lessons, at most 200 of them.", z.array(z.string())),
});

const heldOutLesson = z.strictObject({
  lesson: z.string(),
  at: z.string(),
  text: field("The line that was not shown.", z.string()),
  moment: field("The first moment that it fitted.", z.enum(moments)),
  probability: field(
    "With which probability it would have been shown; 0 after it was found to harm.",
    z.number(),
  ),
  cameBack: field("Whether the failure that it speaks of came after that moment.", z.boolean()),
});

const output = z.strictObject({
  name: z.string(),
  kind: z.enum(["session", "run"]),
  runs: field("The other runs of a session, such as those of its sub-agents.", z.array(z.string())),
  tokens: field("The tokens of all texts listed.", z.int()),
  older: field("How many older texts are not listed.", z.int()),
  shown: field("What was shown, in the order of time.", z.array(shownText)),
  heldOut: field("Failure lessons that fitted a session and were not shown in it.", z.array(heldOutLesson)),
});

export const verb = defineVerb({
  name: "shown",
  group: "Look",
  summary: "Print what a session or a run was shown",
  description: `Prints the text that was given to an agent at each moment of a session or a run, in the \
order of time: at its start, at a prompt, as a sub-agent started, before a call, at a failure, and with \
requested plans and briefs. Each text comes with its tokens, those of each lesson in it, and the lessons that \
did not fit. Below stand the lessons that chance held out of the session. A forgotten text reads [forgotten].`,
  examples: [
    { run: "whetstone shown bd-14", about: "Everything that a task's agents read:" },
    { run: "whetstone shown r-14 --json | jq '.shown[].droppedLessons'", about: "What had no room:" },
    { run: "whetstone shown bd-14 --json | jq '.heldOut'", about: "What was held out of it:" },
  ],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({
    name: field("The id of a session, a task or a run, or its beginning.", textId),
  }),
  output,
  cli: { arguments: ["name"], render },
  run: ({ ledger }, { name }) => ledger.read((reader) => shownTo(reader, name)),
});

async function shownTo(reader: LedgerReader, given: string): Promise<z.output<typeof output>> {
  const name = await wholeName(reader, given);
  const row = await reader.row(trails, name);
  if (row === undefined) throw nothingShown(name);
  const { seqs, count } = row.shown;
  const shown: ShownText[] = [];
  for (const seq of seqs) {
    const [event] = await reader.eventsAfter(seq - 1, 1);
    const text = event && (await shownTextOf(reader, event));
    if (text !== undefined) shown.push(text);
  }
  return {
    name,
    kind: row.isSession ? "session" : "run",
    runs: [...row.runs],
    tokens: shown.reduce((sum, { tokens }) => sum + tokens, 0),
    older: count - seqs.length,
    shown: shown.map((each) => ({
      ...each,
      lessons: [...each.lessons],
      droppedLessons: [...each.droppedLessons],
    })),
    heldOut: [...(await heldOutLessons(reader, row))],
  };
}

function nothingShown(name: string): WhetstoneError {
  return new WhetstoneError(
    "not_found",
    `nothing was shown to a session, task or run '${name}', nor held out of it`,
    {
      field: "name",
      next: "give the id of a session or a task, or the run that 'whetstone brief --json' printed",
      values: { name },
    },
  );
}

function render(
  { kind, name, tokens, older, shown, heldOut }: Immutable<z.output<typeof output>>,
  style: Style,
): string {
  const sum = `${counted(shown.length, "text")}, ${counted(tokens, "token")}`;
  return [
    `${style.bold(name)} ${style.dim(`(${kind})`)}: ${sum}`,
    ...(older === 0 ? [] : [`${counted(older, "older text")} not listed.`]),
    ...shown.map((each) => shownBlock(each, name, style)),
    ...(heldOut.length === 0 ? [] : [heldOutBlock(heldOut, style)]),
  ].join("\n\n");
}

function shownBlock(each: Immutable<z.output<typeof shownText>>, name: string, style: Style): string {
  const { moment, at, run, role, tokens, exact, text, lessons, dropped, droppedLessons } = each;
  const about = [
    at,
    ...(role === null ? [] : [role]),
    ...(run === null || run === name ? [] : [`run ${run}`]),
    counted(tokens, "token"),
    ...(exact ? [] : ["not complete"]),
  ];
  const left = droppedLessons.length === 0 ? "" : `: ${droppedLessons.join(", ")}`;
  return [
    `${style.bold(moment)}  ${style.dim(about.join(", "))}`,
    text,
    ...(lessons.length === 0 ? [] : [style.dim(partsText(tokens, lessons))]),
    ...(dropped === 0 ? [] : [style.dim(`no room for ${counted(dropped, "lesson")}${left}`)]),
  ].join("\n");
}

/** Which part of a text's tokens each of its lessons takes. */
function partsText(tokens: number, lessons: Immutable<z.output<typeof shownText>>["lessons"]): string {
  const around = tokens - lessons.reduce((sum, each) => sum + each.tokens, 0);
  const parts = lessons.map((each) => `${each.lesson} ${each.tokens}`);
  return `tokens: ${[...parts, ...(around > 0 ? [`around them ${around}`] : [])].join(", ")}`;
}

function heldOutBlock(heldOut: Immutable<z.output<typeof output>>["heldOut"], style: Style): string {
  const lines = heldOut.map(({ lesson, at, moment, probability, text, cameBack }) => {
    const why = probability === 0 ? "found to harm" : `shown with probability ${probability}`;
    const after = cameBack ? "it came back" : "it did not come back";
    return `${text}\n  ${style.dim(`${lesson}, ${moment}, ${at}, ${why}; ${after}`)}`;
  });
  return [style.bold("held out"), ...lines].join("\n");
}
