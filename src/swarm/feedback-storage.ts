import { feedbackKey, readFeedback } from "../app/read-feedback.js";
import type { Whetstone } from "../compose/whetstone.js";
import type { FeedbackEvent } from "../engines/outcomes/criterion.js";
import { momentIso } from "../engines/reliability/moment.js";

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
        task: bead_id,
        key: feedbackKey(id),
        at: momentIso("timestamp", timestamp),
      });
    },
    getByCriterion: async (criterion) => (await all()).filter((event) => event.criterion === criterion),
    getByBead: async (beadId) => (await all()).filter((event) => event.bead_id === beadId),
    getAll: all,
  };
}
