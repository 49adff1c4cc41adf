import * as z from "zod/mini";
import { hardenDirective } from "../app/change-directive.js";
import type { Context } from "../app/context.js";
import { field } from "../app/field.js";
import type { Immutable } from "../app/immutable.js";
import { missingFor, retireAfterFailures } from "../engines/directives/actionability.js";
import type { Enrichment } from "../engines/directives/enrichment.js";
import { readEnrichment } from "../engines/directives/enrichment.js";
import { enrichmentPrompt, retryPrompt } from "../engines/directives/enrichment-prompt.js";
import { WhetstoneError } from "../errors.js";
import { isoTime } from "../events/time.js";
import { type Answer, answerCostUsd, type LanguageModel } from "../models/language-model.js";
import { quarantineList } from "../projections/directive-lists.js";
import { type DirectiveRow, directives } from "../projections/directives.js";
import { modelDays } from "../projections/model-days.js";
import type { Style } from "../terminal/style.js";
import { oneLine } from "../text/one-line.js";
import { defineVerb } from "./frame/define-verb.js";

/** Directives in one go: what a person can look through afterwards. */
const hardeningBatch = 5;
/** Asked once more with what was wrong (directives: one retry). */
const enrichmentRetries = 1;

const output = z.strictObject({
  model: field("The model that was asked.", z.string()),
  tried: field("How many directives were worked on.", z.int()),
  hardened: field(
    "The ids of those that have what they lacked, and wait as proposals for a person.",
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

/** A model that does not answer is not counted as a failed attempt of the directive. */
async function hardenQuarantine(context: Context, limit: number): Promise<QuarantineResult> {
  const model = await context.languageModel();
  const waiting = (
    await context.ledger.read((reader) =>
      reader.rowsFrom(directives, { list: quarantineList, limit: lookedAt }),
    )
  )
    .map(({ row }) => row)
    .filter((row) => canBeHelped(row) && row.failedHardenings < retireAfterFailures)
    .slice(0, limit);
  const tally: Tally = { hardened: [], failed: [], calls: 0, costUsd: 0 };
  let tried = 0;
  for (const row of waiting) {
    const stopped = await enrich(context, model, row, tally);
    if (stopped !== undefined) return resultOf(context, model, tally, tried, stopped);
    tried += 1;
  }
  return resultOf(context, model, tally, tried, { ended: "done", reason: null });
}

/**
 * What contradicts another, cites files that are gone, or would block at once, needs a person and not
 * more words.
 */
function canBeHelped({ missing, enforcement }: DirectiveRow): boolean {
  return (
    enforcement === "warn" &&
    missing.every((each) => each === "missing_predicate" || each === "missing_scope")
  );
}

type Stopped = Pick<QuarantineResult, "ended" | "reason">;

/** Asks once, and once more with what was wrong. Returns why everything has to stop, if it has. */
async function enrich(
  context: Context,
  model: LanguageModel,
  row: DirectiveRow,
  tally: Tally,
): Promise<Stopped | undefined> {
  const { directives: settings } = context.ledger.config;
  const first = enrichmentPrompt(row, missingFor(row, settings));
  let prompt = first;
  let wrong = "";
  for (let attempt = 0; attempt <= enrichmentRetries; attempt += 1) {
    const asked = await ask(context, model, prompt);
    if ("ended" in asked) return asked;
    const read = readEnrichment(asked.text);
    const reason = "error" in read ? read.error : stillMissing(context, row, read.fields);
    await recordCall(context, model, asked, reason === "", tally);
    if (reason === "" && "fields" in read) {
      await harden(context, model, row.lesson, read.fields);
      tally.hardened.push(row.lesson);
      return undefined;
    }
    wrong = reason;
    prompt = retryPrompt(first, reason);
  }
  const data = { lesson: row.lesson, reason: wrong.slice(0, 1_000) };
  await context.ledger.write((writer) =>
    writer.append({ type: "hardening-failed", data, ...aboutOf(context, model) }),
  );
  tally.failed.push({ lesson: row.lesson, reason: wrong });
  return undefined;
}

async function ask(context: Context, model: LanguageModel, prompt: string): Promise<Answer | Stopped> {
  const { callsPerDay, timeoutMs } = context.ledger.config.model;
  if ((await callsToday(context)) >= callsPerDay)
    return {
      ended: "quota",
      reason: `the ${callsPerDay} calls of today are used up; they wait for tomorrow`,
    };
  try {
    return await model.complete(prompt, { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    if (!(error instanceof WhetstoneError) || error.code !== "model_unavailable") throw error;
    return { ended: "unavailable", reason: error.message };
  }
}

function stillMissing({ ledger }: Context, row: DirectiveRow, fields: Enrichment): string {
  const lists = Object.entries(fields).map(([name, added]) => [
    name,
    [...(row[name as keyof Enrichment] ?? []), ...added],
  ]);
  return missingFor({ ...row, ...(Object.fromEntries(lists) as Enrichment) }, ledger.config.directives).join(
    ", ",
  );
}

async function harden(
  context: Context,
  model: LanguageModel,
  lesson: string,
  fields: Enrichment,
): Promise<void> {
  const lists = Object.fromEntries(Object.entries(fields).filter(([, list]) => list.length > 0));
  await context.ledger.write((writer) =>
    hardenDirective(context, writer, lesson, lists, aboutOf(context, model)),
  );
}

async function recordCall(
  context: Context,
  model: LanguageModel,
  { inputTokens, outputTokens, ...answer }: Answer,
  fits: boolean,
  tally: Tally,
): Promise<void> {
  const costUsd = answerCostUsd({ ...answer, inputTokens, outputTokens }, context.ledger.config.model);
  const data = { model: model.name, purpose: "hardening" as const, inputTokens, outputTokens, costUsd, fits };
  await context.ledger.write((writer) =>
    writer.append({ type: "model-called", data, ...aboutOf(context, model) }),
  );
  tally.calls += 1;
  tally.costUsd += costUsd ?? 0;
}

/** What a model adds has a model's authority, also when a person asked it. */
function aboutOf({ actor }: Context, { name }: LanguageModel): { actor: string; origin: string } {
  return {
    actor,
    origin: `llm:${name.replace(/[^\p{L}\p{N}._ @+-]/gu, "-").replace(/^[^\p{L}\p{N}]+/u, "") || "model"}`,
  };
}

async function callsToday({ ledger, clock }: Context): Promise<number> {
  const day = isoTime(clock()).slice(0, 10);
  return (await ledger.read((reader) => reader.row(modelDays, day)))?.calls ?? 0;
}

async function resultOf(
  context: Context,
  model: LanguageModel,
  { hardened, failed, calls, costUsd }: Tally,
  tried: number,
  { ended, reason }: Stopped,
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
