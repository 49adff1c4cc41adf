import type { Config } from "../config/settings.js";
import type { FeedbackEvent } from "../engines/outcomes/criterion.js";
import { scoreImplicitFeedback } from "../engines/outcomes/score-implicit-feedback.js";
import { countsAsEvidence } from "../engines/reliability/attribution.js";
import type { EventOf } from "../events/catalog.js";
import { signalsOf } from "../projections/signals-of.js";
import { readEvents } from "./read-events.js";
import { configInForce, type ReadableProject } from "./readable-project.js";

const keyStart = "feedback ";

/**
 * The idempotency key under which a judgement with an id of its own is recorded; reading gives that id back.
 */
export function feedbackKey(id: string): string {
  return `${keyStart}${id}`;
}

/**
 * Every judgement of a criterion, oldest first: what somebody said of it, and what the outcomes imply that
 * were judged by it. The weights in plans and reports are made from exactly these.
 */
export async function readFeedback(project: ReadableProject): Promise<FeedbackEvent[]> {
  const { outcomes } = await configInForce(project);
  const found: FeedbackEvent[] = [];
  for await (const event of readEvents(project.export(), ["feedback-recorded", "outcome-recorded"])) {
    found.push(...(event.type === "feedback-recorded" ? [saidBy(event)] : impliedBy(event, outcomes)));
  }
  return found;
}

function saidBy({ id, key, task, at, data }: EventOf<"feedback-recorded">): FeedbackEvent {
  return {
    id: key?.startsWith(keyStart) ? key.slice(keyStart.length) : id,
    criterion: data.criterion,
    type: data.type,
    timestamp: at,
    raw_value: data.value,
    ...(task === undefined ? {} : { bead_id: task }),
    ...(data.note === undefined ? {} : { context: data.note }),
  };
}

/** One judgement for each criterion of the outcome, so the outcome's id alone would name several. */
function impliedBy(event: EventOf<"outcome-recorded">, settings: Config["outcomes"]): FeedbackEvent[] {
  if (!countsAsEvidence(event.data)) return [];
  const { type, raw_value, reasoning } = scoreImplicitFeedback(signalsOf(event), settings);
  return [...new Set(event.data.criteria)].map((criterion) => ({
    id: `${event.id} ${criterion}`,
    criterion,
    type,
    timestamp: event.at,
    raw_value,
    ...(event.task === undefined ? {} : { bead_id: event.task }),
    context: reasoning,
  }));
}
