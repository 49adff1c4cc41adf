import * as z from "zod/mini";
import { rulesInForce } from "../lessons/directive/bound/rules-in-force.js";
import { requiringList } from "../lessons/directive/fold/directive-lists.js";
import { workStates } from "../lessons/directive/fold/work-states.js";
import { textId } from "../log/events/envelope.js";
import { reflectionRecorded } from "../log/events/reflection.js";
import { workNotes } from "../log/events/work.js";
import type { WaitOptions } from "../log/store/ledger.js";
import { views } from "../log/views.js";
import type { Context } from "./call/context.js";
import { envelopeInput } from "./call/envelope-input.js";
import { failOpen } from "./call/fail-open.js";
import { field } from "./call/field.js";
import { phaseInput } from "./call/situation-input.js";
import { defineVerb } from "./frame/define-verb.js";

const { shape } = reflectionRecorded.data;
const line = z.string().check(z.maxLength(4_096));

const input = z.strictObject({
  session: field("The session.", phaseInput),
  seen: field(
    "A call that ended; or that the session begins, or that calls were missed.",
    z.enum(["call", "began", "unseen"]),
  ),
  folder: field("Where the agent works.", line),
  tool: field("The tool, as its host names it.", z._default(z.string().check(z.maxLength(200)), "")),
  command: field("The command line.", z.optional(z.string().check(z.maxLength(1_048_576)))),
  files: field("Files that it touched.", z._default(z.array(line).check(z.maxLength(500)), [])),
  writes: field("Whether the tool changes them.", z._default(z.boolean(), false)),
  skill: field("The skill that it asked for.", z.optional(z.string().check(z.maxLength(200)))),
  result: field("How it ended.", z._default(shape.result, "success")),
  by: field("Whether the host's own status or the text says so.", z._default(shape.by, "text")),
  taskId: field("The task's id.", z.optional(textId)),
  ...envelopeInput,
});

type Admitted = z.output<typeof input>;

export const verb = defineVerb({
  name: "note-work",
  group: "Called by agents",
  summary: "Note what a session did that a rule in force requires",
  description: `Notes edits and required commands of a session, as far as they change what is known: by that \
the gate, and the rules that bind, see whether a required command was run since the last edit. Without a rule in \
force that requires something nothing is noted, nor for a caller that does not see the calls itself, as the hooks of a coding agent do. \
It never stops the caller.`,
  examples: [],
  caller: "anyone",
  hub: null,
  input,
  output: z.strictObject({ noted: field("What was new.", z.array(z.enum(workNotes))) }),
  http: false,
  run: async (context, admitted) => {
    if (!seesCalls(context)) return { noted: [] };
    const outcome = await failOpen(context, "note-work", context.limits.briefMs, ({ options }) =>
      noteWork(context, admitted, options),
    );
    return { noted: "done" in outcome ? [...outcome.done] : [] };
  },
});

/** Who runs an agent sees its calls. An agent that reports its own would vouch for itself. */
function seesCalls({ witness }: Context): boolean {
  return witness === "host" || witness === "orchestrator";
}

/** Most projects require nothing: then only the numbers of rules are read. */
async function noteWork(
  context: Context,
  admitted: Admitted,
  options: WaitOptions,
): Promise<readonly (typeof workNotes)[number][]> {
  const { ledger } = context;
  const isAsked = await ledger.read(
    async (reader) =>
      (await reader.countPlaces(views.directives, { list: requiringList })) > 0 ||
      (await rulesInForce(reader)).length > 0,
    options,
  );
  if (!isAsked) return [];
  const { commandsRequired } = await import("../lessons/directive/required-runs.js");
  const { isNews, notesOf, stepsAsked } = await import("../lessons/directive/note-work.js");
  const { session, seen, result, by, taskId: task } = admitted;
  const { run = session, actor = context.actor, origin = context.origin } = admitted;
  const { asked, isWatched } = await ledger.read(async (reader) => {
    const checks = await stepsAsked(context, await rulesInForce(reader));
    const known = (await reader.row(workStates, session)) !== undefined;
    return { asked: { commands: await commandsRequired(reader), checks }, isWatched: known };
  }, options);
  // A call that was refused, or broken off, did nothing that counts.
  if (asked.commands.length + asked.checks.length === 0 || result === "blocked" || result === "skipped")
    return [];
  const ended = result !== "success" ? "failed" : by === "host" ? "passed" : "unknown";
  // A rule that came in while the session was under way: what happened before was not looked at.
  const late = isWatched || seen !== "call" ? [] : [{ noted: "unseen" as const }];
  const notes =
    seen === "call" ? await notesOf(context, { ...admitted, edits: [], ended }, asked) : [{ noted: seen }];
  if (notes.length === 0) return [];
  context.beforeWriting();
  return ledger.write(async (writer) => {
    const noted: (typeof workNotes)[number][] = [];
    for (const note of [...late, ...notes]) {
      if (!(await isNews(writer, session, run, note))) continue;
      const data = { phase: session, ...note };
      await writer.append({ type: "work-noted", data, actor, origin, run, task });
      noted.push(note.noted);
    }
    return noted;
  }, options);
}
