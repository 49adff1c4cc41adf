import { WhetstoneError } from "../../base/errors.js";
import { type Answer, answerCostUsd, type LanguageModel } from "../../base/model/language-model.js";
import type { EventData } from "../../log/events/catalog.js";
import { isoTime } from "../../log/events/time.js";
import { modelDays } from "../../runs/fold/model-days.js";
import type { Context } from "./context.js";

/** Why no model is asked any more today, or now. */
export interface Stopped {
  readonly ended: "quota" | "unavailable";
  readonly reason: string;
}

/** Asks within the quota of the day. A model that does not answer has used nothing of it. */
export async function askModel(
  context: Context,
  model: LanguageModel,
  prompt: string,
): Promise<Answer | Stopped> {
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

/** Puts a call on record, and returns what it cost, if that is known. */
export async function recordCall(
  context: Context,
  model: LanguageModel,
  { inputTokens, outputTokens, ...answer }: Answer,
  { purpose, fits }: Pick<EventData<"model-called">, "purpose" | "fits">,
): Promise<number | null> {
  const costUsd = answerCostUsd({ ...answer, inputTokens, outputTokens }, context.ledger.config.model);
  const data = { model: model.name, purpose, inputTokens, outputTokens, costUsd, fits };
  await context.ledger.write((writer) =>
    writer.append({ type: "model-called", data, ...authorOf(context, model) }),
  );
  return costUsd;
}

/** What a model adds has a model's authority, also when a person asked it. */
export function authorOf({ actor }: Context, { name }: LanguageModel): { actor: string; origin: string } {
  return {
    actor,
    origin: `llm:${name.replace(/[^\p{L}\p{N}._ @+-]/gu, "-").replace(/^[^\p{L}\p{N}]+/u, "") || "model"}`,
  };
}

export async function callsToday({ ledger, clock }: Context): Promise<number> {
  const day = isoTime(clock()).slice(0, 10);
  return (await ledger.read((reader) => reader.row(modelDays, day)))?.calls ?? 0;
}

/** The model that a person switched on; undefined where none is, which is not a loss. */
export async function modelIfOn(context: Context): Promise<LanguageModel | undefined> {
  if (!context.ledger.config.model.enabled) return undefined;
  try {
    return await context.languageModel();
  } catch (error) {
    if (error instanceof WhetstoneError && error.code === "model_unavailable") return undefined;
    throw error;
  }
}
