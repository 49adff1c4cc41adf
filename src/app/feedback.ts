import * as z from "zod/mini";
import { weigh, weightWithoutFeedback } from "../engines/outcomes/criterion.js";
import { idempotencyKey, origin, textId, utcTime } from "../events/envelope.js";
import { feedbackRecorded } from "../events/feedback.js";
import { criteria } from "../projections/criteria.js";
import { admit, refuseFuture } from "./admit.js";
import type { Context } from "./context.js";
import { replayed } from "./replayed.js";
import { rounded } from "./rounded.js";

const feedbackInput = z.extend(feedbackRecorded.data, {
  task: z.optional(textId),
  run: z.optional(textId),
  key: z.optional(idempotencyKey),
  at: z.optional(utcTime),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type FeedbackInput = z.input<typeof feedbackInput>;

export interface FeedbackResult {
  readonly feedback: string;
  readonly criterion: string;
  readonly replayed: boolean;
  readonly weight: number;
  readonly effectiveWeight: number;
  readonly deprecated: boolean;
}

/** Records what somebody thinks of a criterion, and says what it weighs now. */
export async function feedback(context: Context, input: FeedbackInput): Promise<FeedbackResult> {
  const admitted = await admit(context, "feedback", feedbackInput, input, ({ at }) =>
    refuseFuture(context, at),
  );
  const {
    task,
    run = context.run,
    key,
    at,
    actor = context.actor,
    origin = context.origin,
    ...data
  } = admitted;
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const before = await replayed(writer, "feedback-recorded", key);
    const draft = { type: "feedback-recorded" as const, data, task, run, key, at, actor, origin };
    const event = before ?? (await writer.append(draft));
    const { criterion } = event.data;
    const row = await writer.row(criteria, criterion);
    const { criteria: settings } = context.ledger.config;
    const verdict = row && weigh(row.tally, context.clock(), settings);
    return {
      feedback: event.id,
      criterion,
      replayed: before !== undefined,
      weight: rounded(verdict?.weight ?? weightWithoutFeedback),
      effectiveWeight: rounded(verdict?.effectiveWeight ?? weightWithoutFeedback),
      deprecated: verdict?.deprecated ?? false,
    };
  });
}
