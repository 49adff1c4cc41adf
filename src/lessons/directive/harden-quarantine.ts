import { WhetstoneError } from "../../base/errors.js";
import type { LanguageModel } from "../../base/model/language-model.js";
import type { Context } from "../../verbs/call/context.js";
import { failOpen } from "../../verbs/call/fail-open.js";
import { modelIfOn, type Stopped } from "../../verbs/call/model-calls.js";
import { canBeEnriched, enrichDirective } from "./enrich-directive.js";
import { quarantineList } from "./fold/directive-lists.js";
import { directives } from "./fold/directives.js";

/** More than a batch, so that those which cannot be helped do not stand in the way. */
const lookedAt = 100;
/** As many as two calls each take no longer than a phase's own end may. */
const batchOfPhase = 3;

/** What came of a part of the quarantine. */
export interface Hardened {
  readonly tried: number;
  readonly hardened: readonly string[];
  readonly failed: readonly { readonly lesson: string; readonly reason: string }[];
  readonly calls: number;
  readonly costUsd: number;
  /** Undefined when everything was tried. */
  readonly stopped: Stopped | undefined;
}

/** Lets a model work on at most this many directives in quarantine, the oldest first. */
export async function hardenQuarantine(
  context: Context,
  model: LanguageModel,
  limit: number,
  check: () => void = () => undefined,
): Promise<Hardened> {
  const placed = await context.ledger.read((reader) =>
    reader.rowsFrom(directives, { list: quarantineList, limit: lookedAt }),
  );
  const waiting = placed.map(({ row }) => row).filter(canBeEnriched);
  const [hardened, failed]: [string[], { lesson: string; reason: string }[]] = [[], []];
  let [calls, costUsd, tried] = [0, 0, 0];
  for (const row of waiting.slice(0, limit)) {
    check();
    const { failed: reason, stopped, ...cost } = await enrichDirective(context, model, row);
    calls += cost.calls;
    costUsd += cost.costUsd;
    if (stopped !== undefined) return { tried, hardened, failed, calls, costUsd, stopped };
    if (reason === null) hardened.push(row.lesson);
    else failed.push({ lesson: row.lesson, reason });
    tried += 1;
  }
  return { tried, hardened, failed, calls, costUsd, stopped: undefined };
}

/**
 * Works on a few of them at the end of a phase, where a model is switched on, as far as the quota of the day goes.
 * What becomes checkable is a proposal for a person, as always. Fails open.
 */
export async function hardenAtPhaseEnd(context: Context): Promise<void> {
  const model = await modelIfOn(context);
  if (model === undefined) return;
  await failOpen(context, "enrich", context.ledger.config.model.timeoutMs, async ({ check }) => {
    const { stopped } = await hardenQuarantine(context, model, batchOfPhase, check);
    if (stopped?.ended === "unavailable") throw new WhetstoneError("model_unavailable", stopped.reason);
  });
}
