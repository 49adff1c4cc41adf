import * as z from "zod/mini";
import type { Context } from "../app/context.js";
import { canBeEnriched, enrichDirective } from "../app/directives/enrich-directive.js";
import { field } from "../app/field.js";
import type { Immutable } from "../app/immutable.js";
import { callsToday } from "../app/model-calls.js";
import type { Style } from "../base/terminal/style.js";
import { oneLine } from "../base/text/one-line.js";
import type { LanguageModel } from "../models/language-model.js";
import { quarantineList } from "../projections/directive-lists.js";
import { directives } from "../projections/directives.js";
import { defineVerb } from "./frame/define-verb.js";

/** Directives in one go: what a person can look through afterwards. */
const hardeningBatch = 5;

const output = z.strictObject({
  model: field("The model that was asked.", z.string()),
  tried: field("How many directives were worked on.", z.int()),
  hardened: field(
    "The ids of those that lack nothing any more, and wait as proposals for a person.",
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
  summary: "Let a language model make quarantined directives checkable",
  description: `Works through the quarantine with the language model that you switched on (see the settings
model.*), the oldest first, in a small batch. The model may add actions, checks in words, triggers and scopes,
never a predicate. What it made checkable waits as a proposal for a person. The number of calls per day is
limited, and calls and their price are shown.`,
  examples: [
    {
      run: "whetstone lessons list --kind directive --state quarantined",
      about: "Directives that are in quarantine:",
    },
    { run: "whetstone lessons harden-quarantine --limit 10", about: "Work on ten of them:" },
  ],
  caller: "anyone",
  hub: null,
  input: z.strictObject({
    limit: field(
      `Work on at most this many directives; ${hardeningBatch} if left out.`,
      z.optional(z.int().check(z.positive(), z.maximum(1_000))),
    ),
  }),
  output,
  // Calls cost money: only who sits at the machine starts them.
  http: false,
  cli: { render },
  run: (context, { limit = hardeningBatch }) => hardenQuarantine(context, limit),
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

/** More than a batch, so that those which cannot be helped do not stand in the way. */
const lookedAt = 100;

interface Tally {
  readonly hardened: string[];
  readonly failed: { lesson: string; reason: string }[];
  calls: number;
  costUsd: number;
}

/** The oldest first. */
async function hardenQuarantine(context: Context, limit: number): Promise<QuarantineResult> {
  const model = await context.languageModel();
  const waiting = (
    await context.ledger.read((reader) =>
      reader.rowsFrom(directives, { list: quarantineList, limit: lookedAt }),
    )
  )
    .map(({ row }) => row)
    .filter(canBeEnriched)
    .slice(0, limit);
  const tally: Tally = { hardened: [], failed: [], calls: 0, costUsd: 0 };
  let tried = 0;
  for (const row of waiting) {
    const { failed, calls, costUsd, stopped } = await enrichDirective(context, model, row);
    tally.calls += calls;
    tally.costUsd += costUsd;
    if (stopped !== undefined) return quarantineResult(context, model, tally, tried, stopped);
    if (failed === null) tally.hardened.push(row.lesson);
    else tally.failed.push({ lesson: row.lesson, reason: failed });
    tried += 1;
  }
  return quarantineResult(context, model, tally, tried, { ended: "done", reason: null });
}

async function quarantineResult(
  context: Context,
  model: LanguageModel,
  { hardened, failed, calls, costUsd }: Tally,
  tried: number,
  { ended, reason }: Pick<QuarantineResult, "ended" | "reason">,
): Promise<QuarantineResult> {
  const { callsPerDay } = context.ledger.config.model;
  const today = await callsToday(context);
  return {
    model: model.name,
    tried,
    hardened,
    failed,
    ended,
    reason,
    calls,
    callsToday: today,
    callsPerDay,
    costUsd,
  };
}
