import { WhetstoneError } from "../../base/errors.js";
import type { LanguageModel } from "../../base/model/language-model.js";
import type { Context } from "../../verbs/call/context.js";
import { failOpen } from "../../verbs/call/fail-open.js";
import { askModel, authorOf, modelIfOn, recordCall, type Stopped } from "../../verbs/call/model-calls.js";
import { type FailureRow, failures } from "./fold/failures.js";
import { knownFailure } from "./rules/known.js";
import { lessonFacts } from "./rules/text.js";
import { factsDigest, type LessonFacts, readWording, wordingPrompt } from "./rules/wording.js";

/**
 * Lets a model say new failure lessons better at the end of a phase, where one is switched on, as far as the
 * quota of the day goes. A rule checks every wording, and its own stays where none fits. Fails open: the loss
 * of an answer is counted, and the lessons read as they would without a model.
 */
export async function wordFailures(context: Context, lessons: readonly string[]): Promise<void> {
  const model = lessons.length === 0 ? undefined : await modelIfOn(context);
  if (model === undefined) return;
  await failOpen(context, "word", context.ledger.config.model.timeoutMs, async ({ check }) => {
    const rows = await context.ledger.read((reader) => reader.rowsAt(failures, lessons));
    for (const row of rows) {
      const facts = unwordedFacts(row);
      if (facts === undefined) continue;
      check();
      const stopped = await wordFailure(context, model, row.lesson, facts);
      if (stopped?.ended === "quota") return;
      if (stopped !== undefined) throw new WhetstoneError("model_unavailable", stopped.reason);
    }
  });
}

/** A line without a remedy is not shown, so its wording would be spent on nothing. */
function unwordedFacts(row: FailureRow): LessonFacts | undefined {
  const known = knownFailure(row, undefined);
  const facts = known && lessonFacts(row, known);
  return facts === undefined || row.wording?.facts === factsDigest(facts) ? undefined : facts;
}

async function wordFailure(
  context: Context,
  model: LanguageModel,
  lesson: string,
  facts: LessonFacts,
): Promise<Stopped | undefined> {
  const answer = await askModel(context, model, wordingPrompt(facts));
  if ("ended" in answer) return answer;
  const read = readWording(answer.text, facts);
  await recordCall(context, model, answer, { purpose: "wording", fits: "text" in read });
  const text = "text" in read ? read.text : null;
  const data = { lesson, text, model: model.name, facts: factsDigest(facts) };
  await context.ledger.write((writer) =>
    writer.append({ type: "lesson-worded", data, ...authorOf(context, model) }),
  );
  return undefined;
}
