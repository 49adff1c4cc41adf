import * as z from "zod/mini";
import { WhetstoneError } from "../base/errors.js";
import { oneLine } from "../base/text/one-line.js";
import { lessonInput } from "../lessons/find-lesson.js";
import { type ForgetTarget, forgetTarget } from "../lessons/forget/forget-target.js";
import {
  blankAll,
  blankLosses,
  countLossesWith,
  findOccurrences,
  scrubFiles,
} from "../lessons/forget/forget-texts.js";
import { type Remainder, remainderOutput } from "../lessons/forget/search-own-files.js";
import { blankTexts } from "../log/events/blank-text.js";
import type { LedgerWriter } from "../log/store/ledger-writer.js";
import type { Refusal } from "./call/admit.js";
import type { Context } from "./call/context.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption, neededUnlessDryRun, personInput } from "./parts/person-input.js";

/** Shorter texts stand inside ordinary words. */
const shortestText = 4;

const output = z.strictObject({
  lesson: field("The lesson's id; null for a text.", z.nullable(z.string())),
  texts: field(
    "For a dry run, the text in every form in which it was recorded; empty once it is gone.",
    z.array(z.string()),
  ),
  found: field(
    "Where it was found: the types of events, refused inputs and notes of losses.",
    z.array(z.strictObject({ where: z.string(), count: z.int() })),
  ),
  blankedEvents: field("The number of events whose text was removed, or would be.", z.int()),
  blankedRejections: field("The number of refused inputs whose text was removed, or would be.", z.int()),
  tombstone: field("The id of the tombstone; null for a dry run.", z.nullable(z.string())),
  remains: field(
    "Files of Whetstone in which the text can still be found, each with what to do about it; in a team also the hub.",
    z.array(remainderOutput),
  ),
});

export const verb = defineVerb({
  name: "lessons forget",
  group: "Lessons",
  summary: "Erase the text of a lesson, or any text, everywhere",
  description: `Removes the text of a lesson from the log, the read models, the refused inputs, the notes of \
losses and the backups that Whetstone made, with everything that events say about it in other words, and \
leaves an event that says when, by whom and why, but not what. Then it looks into its own files for the text \
and names any that still hold it.

--text removes a text that never became a lesson, such as a password in an error message, wherever it stands, \
in any case of letters.

This cannot be undone. It shows what it will do and asks first.`,
  examples: [
    { run: "whetstone lessons forget strategy-8654dd93951d --dry-run", about: "See what would go:" },
    {
      run: 'whetstone lessons forget strategy-8654dd93951d --reason "names a customer"',
      about: "Forget it:",
    },
    {
      run: 'whetstone lessons forget --text "hunter2-prod" --reason "a password"',
      about: "Forget a text, wherever it stands:",
    },
  ],
  words: ["delete", "drop", "erase", "forget", "purge", "remove", "rm"],
  caller: "person",
  hub: "lead",
  input: z.strictObject({
    lesson: field(
      "The id of the lesson, the beginning of it, or the short id that a brief prints.",
      z.optional(lessonInput),
    ),
    text: field(
      "A text to remove wherever it stands, instead of a lesson.",
      z.optional(z.string().check(z.minLength(shortestText), z.maxLength(2_000))),
    ),
    ...personInput,
    ...callerInput,
  }),
  output,
  cli: {
    arguments: ["lesson"],
    own: byOption,
    confirm: (preview) => ({ question: `Remove ${removed(preview)}? It cannot be undone.` }),
    render: (result, style) =>
      result.tombstone === null
        ? `Would remove ${removed(result)}.`
        : [
            `Forgot ${style.bold(result.lesson ?? "the text")}: blanked in ${result.blankedEvents} events and ` +
              `${result.blankedRejections} refused inputs.`,
            `  tombstone ${result.tombstone}`,
            ...result.remains.map(({ file, next }) => style.yellow(`  still in ${file}: ${next}`)),
          ].join("\n"),
  },
  check: (_context, input) => oneOfBoth(input) ?? neededUnlessDryRun(input, ["reason"]),
  run: async (context, { dryRun, ...input }) => {
    if (dryRun) return preview(context, input);
    try {
      return await forget(context, input);
    } catch (error) {
      throw onTheHub(context, input, error);
    }
  },
});

type Result = z.output<typeof output>;

interface Forgetting {
  readonly lesson?: string | undefined;
  readonly text?: string | undefined;
  readonly reason?: string | undefined;
  readonly actor?: string | undefined;
  readonly origin?: string | undefined;
}

function oneOfBoth({ lesson, text }: Forgetting): Refusal | undefined {
  if (lesson === undefined && text === undefined)
    return { field: "lesson", reason: "it is needed", next: "name a lesson, or give a text with 'text'" };
  if (lesson === undefined || text === undefined) return undefined;
  return { field: "text", reason: "give a lesson or a text, not both" };
}

function removed({ lesson, texts, found }: Immutable<Result>): string {
  const quoted = texts.map((text) => `"${oneLine(text, 80)}"`).join(", ");
  const places = found.map(({ where, count }) => `${count} ${where}`).join(", ");
  const what = lesson === null ? quoted : `the text of ${lesson} (${quoted})`;
  return `${what} from ${places === "" ? "nowhere: it was not found" : places}`;
}

async function preview(context: Context, input: Forgetting): Promise<Result> {
  const batch = context.ledger.batchEvents;
  return context.ledger.read(async (reader) => {
    const target = await forgetTarget(context, reader, input);
    const holding = await findOccurrences(reader, target, batch);
    return { ...forgetResult(context, target, holding), tombstone: null, remains: [] };
  });
}

async function forget(context: Context, input: Forgetting): Promise<Result> {
  const { actor = context.actor, origin = context.origin } = input;
  const batch = context.ledger.batchEvents;
  const { texts, ...done } = await context.ledger.write(async (writer) => {
    const target = await forgetTarget(context, writer, input);
    if (target.kind === "directive" && origin !== "human") throw onlyPersonsForget(target.id);
    const holding = await findOccurrences(writer, target, batch);
    const result = forgetResult(context, target, holding);
    await blankAll(writer, holding);
    // Before the log is: nothing but the log knows the texts, if this process ends in between.
    blankLosses(context, target.texts);
    const reason = blankTexts(input.reason ?? "", target.texts);
    const blankedEvents = holding.events.length;
    const tombstone = await bury(writer, target, { reason, blankedEvents }, { actor, origin });
    await writer.foldAgain(batch);
    return { ...result, tombstone };
  });
  const remains = [...(await scrubFiles(context, texts)), ...perhapsOnTheHub(context, input)];
  return { ...done, texts: [], remains };
}

type Holding = Awaited<ReturnType<typeof findOccurrences>>;

function forgetResult(context: Context, { id, kind, texts }: ForgetTarget, { events, rejections }: Holding) {
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  const others = { "refused inputs": rejections.length, "notes of losses": countLossesWith(context, texts) };
  const found = [...counts, ...Object.entries(others)].filter(([, count]) => count > 0);
  return {
    lesson: kind === "text" ? null : id,
    texts: [...texts],
    found: found.map(([where, count]) => ({ where, count })),
    blankedEvents: events.length,
    blankedRejections: rejections.length,
  };
}

/** Appends the tombstones. Returns the id of the one for what was asked for. */
async function bury(
  writer: LedgerWriter,
  { kind, lesson }: ForgetTarget,
  words: { readonly reason: string; readonly blankedEvents: number },
  who: { readonly actor: string; readonly origin: string },
): Promise<string> {
  if (kind === "text") return (await writer.append({ type: "text-forgotten", data: words, ...who })).id;
  let last = "";
  // The same words of another role are the same text, and go with it: its own tombstone comes last.
  for (const each of (lesson?.ids ?? []).toReversed())
    last = (await writer.append({ type: "lesson-forgotten", data: { lesson: each, kind, ...words }, ...who }))
      .id;
  return last;
}

/** What the team has is forgotten on the hub: says how. */
function onTheHub(context: Context, input: Forgetting, error: unknown): unknown {
  const command = commandForHub(context, input);
  if (command === undefined || !(error instanceof WhetstoneError) || error.code !== "not_allowed")
    return error;
  return new WhetstoneError("not_allowed", error.message, {
    next: `a lead or an admin, or who brought it, runs: ${command}; every machine then follows`,
    cause: error,
  });
}

/** The team may have a text that has not come here yet. */
function perhapsOnTheHub(context: Context, input: Forgetting): readonly Remainder[] {
  const command = commandForHub(context, input);
  if (command === undefined || input.text === undefined) return [];
  const next = `what others brought is forgotten there: a lead or an admin runs: ${command}`;
  return [{ file: "the hub, perhaps", next }];
}

function commandForHub({ team }: Context, { lesson, text, reason }: Forgetting): string | undefined {
  const hub = team?.hub ?? null;
  if (hub === null) return undefined;
  const body = JSON.stringify({ lesson, text, reason }).replaceAll("'", "'\\''");
  const address = `${hub.url}/v1/projects/${encodeURIComponent(hub.project)}/lessons/forget`;
  return `curl -X POST ${address} -H "Authorization: Bearer $WHETSTONE_KEY" -d '${body}'`;
}

function onlyPersonsForget(lesson: string): WhetstoneError {
  return new WhetstoneError("invalid_input", `only a person can have the rule '${lesson}' forgotten`, {
    field: "origin",
    next: "call it with origin human; on the command line name yourself with --by",
    values: { lesson },
  });
}
