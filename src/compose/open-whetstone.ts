import type { Context } from "../app/context.js";
import { isoTime } from "../events/time.js";
import { handleFor } from "../verbs/frame/handle.js";
import { contextFor } from "./context-for.js";
import type { OpenOptions } from "./open-options.js";
import type { LessonIndex, Whetstone } from "./whetstone.js";

/** Finds the project around a folder, reads its settings, and opens its store. Reading creates no files. */
export async function openWhetstone(options: OpenOptions = {}): Promise<Whetstone> {
  const context = contextFor(options);
  const verbs = handleFor(context);
  return {
    ...verbs,
    config: context.ledger.config,
    index: lessonIndex(context),
    unaccepted: context.unaccepted,
    noteCall: (host) => context.lastSeen.note(host, context.clock()),
    noteLoss: (stage, reason) => context.losses.note({ at: isoTime(context.clock()), stage, reason }),
    close: () => context.close(),
  };
}

function lessonIndex(context: Context): LessonIndex {
  return {
    nearest: async (input) => (await import("../app/find-similar.js")).nearestLessons(context, input),
    health: async () => (await import("../app/search-health.js")).searchHealth(context),
    catchUp: async () => (await import("../app/lesson-index.js")).catchUpIndex(context),
  };
}
