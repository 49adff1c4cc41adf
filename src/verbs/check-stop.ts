import * as z from "zod/mini";
import type { Breach } from "../lessons/directive/bound/ask-rules.js";
import { rulesInForce } from "../lessons/directive/bound/rules-in-force.js";
import { textId } from "../log/events/envelope.js";
import type { WaitOptions } from "../log/store/ledger.js";
import type { Context } from "./call/context.js";
import { envelopeInput } from "./call/envelope-input.js";
import { failOpen } from "./call/fail-open.js";
import { field } from "./call/field.js";
import { phaseInput } from "./call/situation-input.js";
import { defineVerb } from "./frame/define-verb.js";

const input = z.strictObject({
  session: field("The session.", phaseInput),
  again: field(
    "The agent was asked in this turn already: then nothing keeps it.",
    z._default(z.boolean(), false),
  ),
  taskId: field("The task's id.", z.optional(textId)),
  ...envelopeInput,
});

type Admitted = z.output<typeof input>;

export const verb = defineVerb({
  name: "check-stop",
  group: "Called by agents",
  summary: "Ask whether the turn of an agent may end",
  description: `Answers with the rules of instruction files that bind and ask for a step before the end of a turn, \
where a file was edited and the step was not done since. It speaks once in a turn: what the agent leaves open then \
does not keep it. Only the hooks of a coding agent, and programs that run agents, get an answer.`,
  examples: [],
  caller: "anyone",
  hub: null,
  input,
  output: z.strictObject({ open: field("What the agent is told of each rule.", z.array(z.string())) }),
  http: false,
  run: async (context, admitted) => {
    if (context.witness !== "host" && context.witness !== "orchestrator") return { open: [] };
    const outcome = await failOpen(context, "check-stop", context.limits.briefMs, ({ options }) =>
      checkStop(context, admitted, options),
    );
    return { open: "done" in outcome ? outcome.done : [] };
  },
});

async function checkStop(context: Context, admitted: Admitted, options: WaitOptions): Promise<string[]> {
  const { session, again } = admitted;
  const rows = await context.ledger.read(rulesInForce, options);
  if (rows.length === 0) return [];
  const prepared = await context.rules();
  const atStop = rows.filter(({ check }) => {
    const { check: form } = prepared.of(check);
    return "before" in form && form.before === "stop";
  });
  if (atStop.length === 0) return [];
  const { breachesAtStop } = await import("../lessons/directive/bound/ask-rules.js");
  const breaches = again
    ? []
    : await context.ledger.read((reader) => breachesAtStop(context, reader, atStop, session), options);
  for (const breach of breaches) await onRecord(context, admitted, breach);
  const open = breaches.filter(({ follows }) => follows === "deny").map(({ text }) => text);
  if (open.length === 0) await noteEnd(context, admitted, options);
  return open;
}

const decisions = { deny: "denied", ask: "asked", warn: "warned", watch: "watched" } as const;

async function onRecord(context: Context, { session, ...about }: Admitted, breach: Breach): Promise<void> {
  const { noteGuarded } = await import("../lessons/directive/note-guarded.js");
  const { actor = context.actor, origin = context.origin, run = context.run, taskId: task } = about;
  await noteGuarded(context, {
    decision: decisions[breach.follows],
    lessons: [],
    rules: [breach.rule.rule],
    tool: "end of turn",
    call: "",
    phase: session,
    actor,
    origin,
    run,
    task,
  });
}

/** From here on only another edit asks for the steps again. */
async function noteEnd(context: Context, admitted: Admitted, options: WaitOptions): Promise<void> {
  const { session, taskId: task } = admitted;
  const { actor = context.actor, origin = context.origin, run = session } = admitted;
  const { notesOfEnd } = await import("../lessons/directive/note-work.js");
  const notes = await context.ledger.read((reader) => notesOfEnd(reader, session), options);
  if (notes.length === 0) return;
  context.beforeWriting();
  await context.ledger.write(async (writer) => {
    for (const note of notes)
      await writer.append({
        type: "work-noted",
        data: { phase: session, ...note },
        actor,
        origin,
        run,
        task,
      });
  }, options);
}
