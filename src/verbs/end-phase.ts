import * as z from "zod/mini";
import { shellWord } from "../base/text/shell-word.js";
import { phases } from "../lessons/directive/fold/phases.js";
import { gateIfKnown } from "../lessons/directive/gate/gate.js";
import { reflectOnPhase } from "../lessons/directive/gate/reflect-on-phase.js";
import { refuseUnknownPhase } from "../lessons/directive/gate/unknown-phase.js";
import { textId } from "../log/events/envelope.js";
import { outcomeRecorded } from "../log/events/outcome.js";
import { outcomeDefaults } from "../log/events/outcome-defaults.js";
import { outcomeInput } from "../runs/record/outcome-input.js";
import { recordPhaseEnd } from "../runs/record/record-phase-end.js";
import type { Context } from "./call/context.js";
import { envelopeInput } from "./call/envelope-input.js";
import { failOpen, failureOutput, textOrEmpty } from "./call/fail-open.js";
import { field } from "./call/field.js";
import { phaseInput } from "./call/situation-input.js";
import { defineVerb } from "./frame/define-verb.js";

const { shape } = outcomeRecorded.data;

const input = z.strictObject({
  phase: phaseInput,
  result: field(
    "How it ended; if left out, success without a failure on record, else partial.",
    z.optional(shape.result),
  ),
  durationMs: field(
    "How long it took; measured from the beginning of the phase, if left out.",
    z.optional(shape.durationMs),
  ),
  worked: field(
    "False when no work was done that could have succeeded or failed: no outcome is recorded.",
    z._default(z.boolean(), true),
  ),
  begun: field(
    "True refuses a name that no phase has. Without it a phase may be known by its end alone.",
    z._default(z.boolean(), false),
  ),
  filesTouched: outcomeInput.filesTouched,
  adaptersUsed: outcomeInput.adaptersUsed,
  failedAdapter: outcomeInput.failedAdapter,
  failureType: outcomeInput.failureType,
  toolCalls: outcomeInput.toolCalls,
  cause: field("What caused a failure.", z._default(shape.cause, outcomeDefaults.cause)),
  taskId: field("The task's id.", z.optional(textId)),
  ...envelopeInput,
});

const output = z.strictObject({
  phase: z.string(),
  outcome: field("The id of the outcome; null when none was recorded.", z.nullable(z.string())),
  proposed: field("Failure lessons that became active in it.", z.array(z.string())),
  passed: field(
    "Whether the gate would have let it end; null if it could not be asked or does not know the phase. The " +
      "phase ended either way.",
    z.nullable(z.boolean()),
  ),
  failed: field("Why nothing was recorded, if something went wrong.", z.optional(failureOutput)),
});

type Admitted = z.output<typeof input>;
type About = Pick<Admitted, "run" | "taskId" | "actor" | "origin">;

export const verb = defineVerb({
  name: "end-phase",
  group: "Called by agents",
  summary: "End a phase without asking its gate",
  description: `Ends a phase, for example when a person closed the session of a coding agent. Records
how it ended, with the failures and retries that were seen, and says which failures became lessons. An agent is never stopped: the answer says what could not be recorded.`,
  examples: [{ run: "whetstone gate build --end", about: "On the command line:" }],
  caller: "anyone",
  hub: null,
  input,
  output,
  guard: async (context, given, proceed) => {
    const named = Object(given) as Partial<Admitted>;
    if (named.begun === true && typeof named.phase === "string")
      await refuseUnknownPhase(context, named.phase, (name) => `whetstone gate ${shellWord(name)} --end`);
    const { captureMs } = context.limits;
    const fits = await failOpen(context, "end-phase", captureMs, proceed);
    if ("failed" in fits) {
      const phase = textOrEmpty(() => named.phase);
      return { phase, outcome: null, proposed: [], passed: null, failed: fits.failed };
    }
    const { begun: _, ...ends } = z.parse(input, given);
    const { phase, run, taskId, actor, origin } = ends;
    const about = { run, taskId, actor, origin };
    const { proposed } = await reflectOnPhase(context, phase, about);
    // Before the outcome: work that fails its checks at the very end did not simply succeed.
    const gate = await gateIfKnown(context, { phase, ends: true, ...about });
    const recorded = await failOpen(context, "end-phase", captureMs, ({ options }) => {
      context.beforeWriting();
      return context.ledger.write((writer) => recordPhaseEnd(context, writer, ends), options);
    });
    if ("failed" in recorded)
      return { phase, outcome: null, proposed: [], passed: null, failed: recorded.failed };
    const { done: outcome } = recorded;
    if (gate !== undefined && !gate.passed && !gate.closed) await leaveOpen(context, phase, about);
    return {
      phase,
      outcome,
      proposed: [...proposed],
      passed: gate === undefined || gate.closed ? null : gate.passed,
    };
  },
  /** Only whether the input is admitted and the store answers: checks may take longer than this limit. */
  run: async ({ ledger }, { phase }, { deadline }) => {
    await ledger.read((reader) => reader.row(phases, phase), deadline.options);
    return { phase, outcome: null, proposed: [], passed: null };
  },
});

/** Ends a phase whose gate is closed: no answer is needed any more, and `status` leaves it out. */
async function leaveOpen(context: Context, phase: string, about: About): Promise<void> {
  const { actor = context.actor, origin = context.origin, run = context.run, taskId: task } = about;
  await failOpen(context, "end-phase", context.limits.captureMs, ({ options }) =>
    context.ledger.write(
      (writer) => writer.append({ type: "phase-ended", data: { phase }, actor, origin, run, task }),
      options,
    ),
  );
}
