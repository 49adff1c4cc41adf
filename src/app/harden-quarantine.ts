import * as z from "zod/mini";
import { missingFor, retireAfterFailures } from "../engines/directives/actionability.js";
import type { Enrichment } from "../engines/directives/enrichment.js";
import { readEnrichment } from "../engines/directives/enrichment.js";
import { enrichmentPrompt, retryPrompt } from "../engines/directives/enrichment-prompt.js";
import { WhetstoneError } from "../errors.js";
import { isoTime } from "../events/time.js";
import type { Answer, LanguageModel } from "../models/language-model.js";
import { priceOf } from "../models/price-of.js";
import { quarantineList } from "../projections/directive-lists.js";
import { type DirectiveRow, directives } from "../projections/directives.js";
import { modelDays } from "../projections/model-days.js";
import { admit } from "./admit.js";
import { hardenIn } from "./change-directive.js";
import type { Context } from "./context.js";

const hardenInput = z.strictObject({
  /** At most so many; a small batch, if left out. */
  limit: z.optional(z.int().check(z.positive(), z.maximum(1_000))),
});

/** Directives in one go: what a person can look through afterwards. */
const hardeningBatch = 5;
/** Asked once more with what was wrong (directives: one retry). */
const enrichmentRetries = 1;

export type HardenQuarantineInput = z.input<typeof hardenInput>;

export interface HardenQuarantineResult {
  readonly model: string;
  readonly tried: number;
  readonly activated: readonly string[];
  /** Those that the model could not make checkable, with the reason. */
  readonly failed: readonly { readonly lesson: string; readonly reason: string }[];
  /** Why it ended: everything was tried, the day's calls are used up, or no model answered. */
  readonly ended: "done" | "quota" | "unavailable";
  readonly reason: string | null;
  /** Calls made now, made today, and allowed in a day. */
  readonly calls: number;
  readonly callsToday: number;
  readonly callsPerDay: number;
  /** What the calls cost, as far as anybody told. */
  readonly costUsd: number;
}

/** More than a batch, so that those which cannot be helped do not stand in the way. */
const lookedAt = 100;

interface Tally {
  readonly activated: string[];
  readonly failed: { lesson: string; reason: string }[];
  calls: number;
  costUsd: number;
}

/**
 * Works through the quarantine with a language model, the oldest first: it may add what makes a directive
 * checkable, never a check that a program runs. A model that does not answer is nobody's failed attempt.
 */
export async function hardenQuarantine(
  context: Context,
  input: HardenQuarantineInput = {},
): Promise<HardenQuarantineResult> {
  const { limit } = await admit(context, "lessons harden", hardenInput, input);
  const model = await context.languageModel();
  const waiting = (
    await context.ledger.read((reader) =>
      reader.rowsFrom(directives, { list: quarantineList, limit: lookedAt }),
    )
  )
    .map(({ row }) => row)
    .filter((row) => canBeHelped(row) && row.failedHardenings < retireAfterFailures)
    .slice(0, limit ?? hardeningBatch);
  const tally: Tally = { activated: [], failed: [], calls: 0, costUsd: 0 };
  let tried = 0;
  for (const row of waiting) {
    const stopped = await enrich(context, model, row, tally);
    if (stopped !== undefined) return resultOf(context, model, tally, tried, stopped);
    tried += 1;
  }
  return resultOf(context, model, tally, tried, { ended: "done", reason: null });
}

/**
 * What contradicts another, speaks of files that are gone, or would block at once, needs a person and not
 * more words.
 */
function canBeHelped({ missing, enforcement }: DirectiveRow): boolean {
  return (
    enforcement === "warn" &&
    missing.every((each) => each === "missing_predicate" || each === "missing_scope")
  );
}

type Stopped = Pick<HardenQuarantineResult, "ended" | "reason">;

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
      await activate(context, model, row.lesson, read.fields);
      tally.activated.push(row.lesson);
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

async function activate(
  context: Context,
  model: LanguageModel,
  lesson: string,
  fields: Enrichment,
): Promise<void> {
  const lists = Object.fromEntries(Object.entries(fields).filter(([, list]) => list.length > 0));
  await context.ledger.write((writer) => hardenIn(context, writer, lesson, lists, aboutOf(context, model)));
}

async function recordCall(
  context: Context,
  model: LanguageModel,
  { inputTokens, outputTokens, ...answer }: Answer,
  fits: boolean,
  tally: Tally,
): Promise<void> {
  const costUsd = priceOf({ ...answer, inputTokens, outputTokens }, context.ledger.config.model);
  const data = { model: model.name, purpose: "hardening" as const, inputTokens, outputTokens, costUsd, fits };
  await context.ledger.write((writer) =>
    writer.append({ type: "model-called", data, ...aboutOf(context, model) }),
  );
  tally.calls += 1;
  tally.costUsd += costUsd ?? 0;
}

/** What a model brings in has a model's authority, whoever asked it. */
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
  { activated, failed, calls, costUsd }: Tally,
  tried: number,
  { ended, reason }: Stopped,
): Promise<HardenQuarantineResult> {
  const { callsPerDay } = context.ledger.config.model;
  const today = await callsToday(context);
  return {
    model: model.name,
    tried,
    activated,
    failed,
    ended,
    reason,
    calls,
    callsToday: today,
    callsPerDay,
    costUsd,
  };
}
