import type { Config } from "../../base/config/settings.js";
import type { EventOf } from "../../log/events/catalog.js";
import { momentIso } from "../../runs/outcomes/moment.js";
import { describeScore, scoreOutcome } from "../../runs/outcomes/score.js";
import { countsAsEvidence } from "../../runs/reliability/attribution.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { FeedbackEvent } from "../rules/criteria.js";
import { configInForce, type ReadableProject } from "./project.js";
import { readEvents } from "./read-events.js";

/** Where judgements of criteria are kept, for the weights of the criteria. */
export interface FeedbackStorage {
  store(event: FeedbackEvent): Promise<void>;
  getByCriterion(criterion: string): Promise<FeedbackEvent[]>;
  getByBead(beadId: string): Promise<FeedbackEvent[]>;
  getAll(): Promise<FeedbackEvent[]>;
}

/**
 * The project's log as feedback storage. The same id twice is one judgement. What outcomes imply about their
 * criteria is read with the rest, so that a weight worked out from it is the weight in force. Each read goes
 * through the whole log.
 */
export function feedbackStorage(ws: Whetstone): FeedbackStorage {
  const all = () => readFeedback(ws);
  return {
    store: async ({ id, criterion, type, raw_value, timestamp, bead_id, context }) => {
      await ws.feedback({
        criterion,
        type,
        value: raw_value,
        note: context,
        taskId: bead_id,
        key: feedbackKey(id),
        at: momentIso("timestamp", timestamp),
      });
    },
    getByCriterion: async (criterion) => (await all()).filter((event) => event.criterion === criterion),
    getByBead: async (beadId) => (await all()).filter((event) => event.bead_id === beadId),
    getAll: all,
  };
}

const keyStart = "feedback ";

/**
 * The idempotency key under which a judgement with an id of its own is recorded; reading gives that id back.
 */
function feedbackKey(id: string): string {
  return `${keyStart}${id}`;
}

/**
 * Every judgement of a criterion, oldest first: what people and agents said about it, and what the outcomes
 * that were judged by it imply. The weights in plans and reports are made from exactly these.
 */
async function readFeedback(project: ReadableProject): Promise<FeedbackEvent[]> {
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
  const score = scoreOutcome(event.data, settings);
  const reasoning = describeScore(event.data, score, settings);
  return [...new Set(event.data.criteria)].map((criterion) => ({
    id: `${event.id} ${criterion}`,
    criterion,
    type: score.type,
    timestamp: event.at,
    raw_value: score.value,
    ...(event.task === undefined ? {} : { bead_id: event.task }),
    context: reasoning,
  }));
}
