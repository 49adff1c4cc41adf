import * as z from "zod/mini";
import { counted } from "../base/text/counted.js";
import { textId } from "../log/events/envelope.js";
import { insightsToScore } from "../runs/record/score-run.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { withOption } from "./parts/command-refusals.js";

const results = ["held", "failed", "reverted"] as const;

export const verb = defineVerb({
  name: "outcome-score",
  group: "Called by agents",
  summary: "Record how a run's work turned out",
  description: `Records whether the work of a run held, failed, or was reverted later, for the insights that
were shown in it. An outcome recorded with the run's id already does this; use this verb for what becomes \
known later. The last record replaces the one before.

It is a weaker signal than a verdict: it counts as half a success or half a rejection for each insight that \
was shown. The
setting insights.outcomeScoring switches it off.`,
  examples: [
    {
      run: 'whetstone outcome-score r-14 --result reverted --reason "broke the login"',
      about: "A merged change was reverted:",
    },
  ],
  caller: "anyone",
  hub: "agent",
  input: z.strictObject({
    run: field("The run's id.", textId),
    result: field("How its work turned out.", z.enum(results)),
    reason: field("Why, in words.", z.optional(z.string().check(z.minLength(1), z.maxLength(1_000)))),
    ...callerInput,
  }),
  output: z.strictObject({
    run: z.string(),
    result: z.enum(results),
    instead: field(
      "The earlier score of the run, which this one replaces.",
      z.nullable(z.enum(["held", "failed"])),
    ),
    lessons: field(
      "The insights that it counts for: those shown in the run and to the agents of its session; if it held, " +
        "without those refuted in it.",
      z.array(z.string()),
    ),
    changed: field("False when the run had this score already or was shown no insight.", z.boolean()),
  }),
  cli: {
    arguments: ["run"],
    prepare: (given) => withOption(given, "result", `--result held, or one of ${results.join(", ")}`),
    render: ({ run, result, instead, lessons, changed }, { bold }) => {
      if (!changed && instead === null) return `${bold(run)} was shown no insight: there is nothing to score`;
      if (!changed) return `${bold(run)} was known to have ${instead} already`;
      const replaced = instead === null ? "" : `, instead of ${instead}`;
      return `${bold(run)} ${result}: it counts for ${counted(lessons.length, "insight")}${replaced}`;
    },
  },
  mcp: {
    tool: "outcome_score",
    description: "Record how the work of a run turned out later: what it was shown gains or loses by it.",
    readOnly: false,
    names: { run: "run_id" },
  },
  run: async (context, { run, result, reason, actor = context.actor, origin = context.origin }) => {
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      const { shown, lessons, instead } = await insightsToScore(writer, run, result === "held");
      if (shown === 0) return { run, result, instead: null, lessons: [], changed: false };
      const standing = result === "held" ? "held" : "failed";
      const before = instead?.result ?? null;
      if (before === standing) return { run, result, instead: before, lessons, changed: false };
      const replaced = instead && { ...instead, lessons: [...instead.lessons] };
      const data = { result, lessons: [...lessons], instead: replaced, reason };
      await writer.append({ type: "outcome-scored", data, run, actor, origin });
      return { run, result, instead: before, lessons, changed: true };
    });
  },
});
