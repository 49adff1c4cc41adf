import type { Context } from "../app/context.js";
import type { FeedbackInput, FeedbackResult } from "../app/feedback.js";
import { once } from "./once.js";

/** What somebody thinks of a task. */
export interface TaskVerbs {
  /** What somebody thinks of a criterion. */
  feedback(input: FeedbackInput): Promise<FeedbackResult>;
}

const loaded = {
  feedback: once(() => import("../app/feedback.js")),
};

export function taskVerbs(context: Context): TaskVerbs {
  return {
    feedback: async (input) => (await loaded.feedback()).feedback(context, input),
  };
}
