import { WhetstoneError } from "../../base/errors.js";
import type { LanguageModel } from "../../base/model/language-model.js";
import type { Context } from "../../verbs/call/context.js";
import { failOpen } from "../../verbs/call/fail-open.js";
import { askModel, authorOf, modelIfOn, recordCall, type Stopped } from "../../verbs/call/model-calls.js";
import { hardenDirective } from "./change-directive.js";
import type { DirectiveRow } from "./fold/directive-row.js";
import { directives } from "./fold/directives.js";
import { missingFor, retireAfterFailures } from "./rules/actionability.js";
import { type Enrichment, readEnrichment } from "./rules/enrichment.js";
import { enrichmentPrompt, retryPrompt } from "./rules/enrichment-prompt.js";

/** Asked once more with what was wrong (directives: one retry). */
const enrichmentRetries = 1;

/** What came of one directive. */
export interface Enriched {
  /** Why the model could not make it checkable; null when it did. */
  readonly failed: string | null;
  readonly calls: number;
  readonly costUsd: number;
  /** Why everything has to stop, if it has: then the directive is not counted as tried. */
  readonly stopped?: Stopped;
}

/**
 * What contradicts another, cites files that are gone, or would block at once, needs a person and not
 * more words.
 */
export function canBeEnriched({ missing, enforcement, failedHardenings }: DirectiveRow): boolean {
  return (
    enforcement === "warn" &&
    failedHardenings < retireAfterFailures &&
    missing.every((each) => each === "missing_predicate" || each === "missing_scope")
  );
}

/**
 * Lets a model add what a directive lacks: asks once, and once more with what was wrong. A model that does
 * not answer is not counted as a failed attempt of the directive.
 */
export async function enrichDirective(
  context: Context,
  model: LanguageModel,
  row: DirectiveRow,
): Promise<Enriched> {
  const { directives: settings } = context.ledger.config;
  const first = enrichmentPrompt(row, missingFor(row, settings));
  let prompt = first;
  let wrong = "";
  let costUsd = 0;
  for (let calls = 0; calls <= enrichmentRetries; calls += 1) {
    const asked = await askModel(context, model, prompt);
    if ("ended" in asked) return { failed: null, calls, costUsd, stopped: asked };
    const read = readEnrichment(asked.text);
    wrong = "error" in read ? read.error : stillMissing(context, row, read.fields);
    const call = { purpose: "hardening", fits: wrong === "" } as const;
    costUsd += (await recordCall(context, model, asked, call)) ?? 0;
    if (wrong === "" && "fields" in read) {
      await harden(context, model, row.lesson, read.fields);
      return { failed: null, calls: calls + 1, costUsd };
    }
    prompt = retryPrompt(first, wrong);
  }
  const data = { lesson: row.lesson, reason: wrong.slice(0, 1_000) };
  await context.ledger.write((writer) =>
    writer.append({ type: "hardening-failed", data, ...authorOf(context, model) }),
  );
  return { failed: wrong, calls: enrichmentRetries + 1, costUsd };
}

/**
 * Enriches directives that were just minted and wait in quarantine, where a model is switched on, as far as
 * the quota of the day goes. Fails open: without an answer in time they wait as they would without a model,
 * and the loss is counted.
 */
export async function enrichMinted(context: Context, minted: readonly string[]): Promise<void> {
  const model = minted.length === 0 ? undefined : await modelIfOn(context);
  if (model === undefined) return;
  await failOpen(context, "enrich", context.ledger.config.model.timeoutMs, async ({ check }) => {
    for (const lesson of minted) {
      const row = await context.ledger.read((reader) => reader.row(directives, lesson));
      if (row?.status !== "quarantined" || !canBeEnriched(row)) continue;
      check();
      const { stopped } = await enrichDirective(context, model, row);
      if (stopped?.ended === "quota") return;
      if (stopped !== undefined) throw new WhetstoneError("model_unavailable", stopped.reason);
    }
  });
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
    hardenDirective(context, writer, lesson, lists, authorOf(context, model)),
  );
}
