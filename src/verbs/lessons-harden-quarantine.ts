import * as z from "zod/mini";
import type { Style } from "../base/terminal/style.js";
import { oneLine } from "../base/text/one-line.js";
import { hardenQuarantine } from "../lessons/directive/harden-quarantine.js";
import type { Context } from "./call/context.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import { callsToday } from "./call/model-calls.js";
import { defineVerb } from "./frame/define-verb.js";

/** Directives in one go: what a person can look through afterwards. */
const hardeningBatch = 5;

const output = z.strictObject({
  model: field("The model that was asked.", z.string()),
  tried: field("How many rules were worked on.", z.int()),
  hardened: field(
    "The ids of those that lack nothing now, and wait as proposals for a person.",
    z.array(z.string()),
  ),
  failed: field(
    "Those that the model could not make checkable, with the reason.",
    z.array(z.strictObject({ lesson: z.string(), reason: z.string() })),
  ),
  ended: field(
    "Why it ended: everything was tried, the day's calls are used up, or no model answered.",
    z.enum(["done", "quota", "unavailable"]),
  ),
  reason: field("The same in words; null when everything was tried.", z.nullable(z.string())),
  calls: field("Calls made now.", z.int()),
  callsToday: field("Calls made today.", z.int()),
  callsPerDay: field("Calls allowed in a day.", z.int()),
  costUsd: field("What the calls cost, as far as it was reported.", z.number()),
});

type QuarantineResult = Immutable<z.output<typeof output>>;

export const verb = defineVerb({
  name: "lessons harden-quarantine",
  group: "Lessons",
  summary: "Let a language model make quarantined rules checkable",
  description: `Works through the quarantine with the language model that you switched on (see the settings
model.*), the oldest first, in a small batch. The model may add actions, checks in words, triggers and scopes,
never a predicate. What it made checkable waits as a proposal for a person. The number of calls per day is
limited, and calls and their price are shown.

Where a model is switched on, a few are worked on at the end of every phase as well.`,
  examples: [
    {
      run: "whetstone lessons list --kind directive --state quarantined",
      about: "Rules that are in quarantine:",
    },
    { run: "whetstone lessons harden-quarantine --limit 10", about: "Work on ten of them:" },
  ],
  caller: "anyone",
  hub: null,
  input: z.strictObject({
    limit: field(
      `Work on at most this many rules; ${hardeningBatch} if left out.`,
      z.optional(z.int().check(z.positive(), z.maximum(1_000))),
    ),
  }),
  output,
  // Calls cost money: only who sits at the machine starts them.
  http: false,
  cli: { render },
  run: (context, { limit = hardeningBatch }) => answer(context, limit),
});

function render(result: QuarantineResult, style: Style): string {
  const { model, tried, hardened, failed, reason, calls, callsToday, callsPerDay, costUsd } = result;
  return [
    `${model}: tried ${tried}, hardened ${hardened.length}, failed ${failed.length}`,
    ...hardened.map((lesson) => style.green(`  ${lesson} is proposed: a person can activate it`)),
    ...failed.map((each) => style.yellow(`  ${each.lesson}: ${oneLine(each.reason, 120)}`)),
    ...(reason === null ? [] : [`  stopped: ${reason}`]),
    `  ${calls} calls now, ${callsToday} of ${callsPerDay} today, ${costUsd.toFixed(4)} USD as far as ` +
      "reported",
  ].join("\n");
}

async function answer(context: Context, limit: number): Promise<QuarantineResult> {
  const model = await context.languageModel();
  const { hardened, failed, stopped, ...counts } = await hardenQuarantine(context, model, limit);
  return {
    model: model.name,
    ...counts,
    hardened,
    failed,
    ended: stopped?.ended ?? "done",
    reason: stopped?.reason ?? null,
    callsToday: await callsToday(context),
    callsPerDay: context.ledger.config.model.callsPerDay,
  };
}
