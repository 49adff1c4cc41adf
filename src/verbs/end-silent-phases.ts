import * as z from "zod/mini";
import { phases, unfoldedList } from "../lessons/directive/fold/phases.js";
import { reflectOnPhase } from "../lessons/directive/gate/reflect-on-phase.js";
import { supersedeFormerLessons } from "../lessons/failure/supersede-lessons.js";
import { endTrialSession } from "../lessons/trial/end-trial-session.js";
import { isoTime } from "../log/events/time.js";
import { openTrials, sessions } from "../runs/fold/sessions.js";
import type { Context } from "./call/context.js";
import { failOpen } from "./call/fail-open.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

/** A host that was killed reports no end. After an hour without a failure its session counts as over. */
const silentMs = 3_600_000;
const foldedAtOnce = 5;

export const verb = defineVerb({
  name: "end-silent-phases",
  group: "Called by agents",
  summary: "Learn from phases whose end was not reported",
  description: `Ends phases whose end was not reported, for example because a coding agent was killed: what \
became a lesson in them is recorded. Failure lessons that a former version made, which have nothing to quote, \
are put away. A phase counts as over after an hour without a failure. It never stops \
the caller.`,
  examples: [],
  caller: "anyone",
  hub: null,
  input: z.strictObject({}),
  output: z.strictObject({ phases: field("The phases that were over.", z.array(z.string())) }),
  run: async (context) => {
    const before = unfoldedList + isoTime(context.clock() - silentMs);
    const outcome = await failOpen(context, "end-phase", context.limits.briefMs, ({ options }) =>
      context.ledger.read(
        (reader) => reader.rowsFrom(phases, { list: unfoldedList, limit: foldedAtOnce }),
        options,
      ),
    );
    if ("failed" in outcome) return { phases: [] };
    const silent = outcome.done.filter(({ place }) => place < before).map(({ row }) => row.phase);
    for (const phase of silent) await reflectOnPhase(context, phase, {});
    await endSilentSessions(context);
    await supersedeFormer(context);
    return { phases: silent };
  },
});

/** A person may come back to a session the next morning. */
const sessionSilentMs = 24 * 3_600_000;

/** Counts the random draws of a session whose end was not reported, as far as it got. */
async function endSilentSessions(context: Context): Promise<void> {
  const { ledger, actor, origin } = context;
  const before = openTrials + isoTime(context.clock() - sessionSilentMs);
  await failOpen(context, "end-phase", context.limits.briefMs, async ({ options }) => {
    const open = await ledger.read(
      (reader) => reader.rowsFrom(sessions, { list: openTrials, limit: foldedAtOnce }),
      options,
    );
    const silent = open.filter(({ place }) => place < before).map(({ row }) => row.session);
    if (silent.length === 0) return;
    await ledger.write(async (writer) => {
      for (const session of silent)
        await endTrialSession(writer, { session, cause: "task" }, { actor, origin });
    }, options);
  });
}

async function supersedeFormer(context: Context): Promise<void> {
  await failOpen(context, "end-phase", context.limits.briefMs, ({ options }) =>
    supersedeFormerLessons(context, options),
  );
}
