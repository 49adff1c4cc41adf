import type { Context } from "../app/context.js";
import type { Speaker } from "../app/speaker.js";
import { isoTime } from "../events/time.js";
import { handleFor } from "../verbs/frame/handle.js";
import { contextFor } from "./context-for.js";
import type { OpenOptions } from "./open-options.js";
import type { LessonIndex, Whetstone } from "./whetstone.js";

/** An open project, from which surfaces make handles for different callers. */
export interface OpenedProject {
  /** A handle that speaks for this caller; for the one that the project was opened for, if left out. */
  readonly handle: (speaker?: Speaker) => Whetstone;
  readonly close: () => Promise<void>;
}

/** Finds the project around a folder, reads its settings, and opens its store. Reading creates no files. */
export async function openWhetstone(options: OpenOptions = {}): Promise<Whetstone> {
  return openProject(options).handle();
}

/** The same for a surface that serves several callers. */
export function openProject(options: OpenOptions = {}): OpenedProject {
  const context = contextFor(options);
  return {
    handle: (speaker) => handleOf(speaker === undefined ? context : { ...context, ...speaker }),
    close: () => context.close(),
  };
}

export function handleOf(context: Context): Whetstone {
  return {
    ...handleFor(context),
    config: context.ledger.config,
    index: lessonIndex(context),
    unaccepted: context.unaccepted,
    isShared: (context.team?.hub ?? null) !== null,
    exchange: async (connect) =>
      (await import("../app/team/exchange-in-turn.js")).exchangeInTurn(context, connect),
    reviewNotice: async () => (await import("../app/overview/review-notice.js")).reviewNotice(context),
    isUnderWay: async (session) => {
      const { isUnderWay } = await import("../app/phases/begin-phase.js");
      return context.ledger.read((reader) => isUnderWay(reader, session));
    },
    noteCall: (host) => context.lastSeen.note(host, context.clock()),
    noteLoss: (stage, reason) => context.losses.note({ at: isoTime(context.clock()), stage, reason }),
    close: () => context.close(),
  };
}

function lessonIndex(context: Context): LessonIndex {
  return {
    nearest: async (input) => (await import("../app/search/find-similar.js")).nearestLessons(context, input),
    health: async () => (await import("../app/search/search-health.js")).searchHealth(context),
    catchUp: async () => (await import("../app/search/lesson-index.js")).catchUpIndex(context),
  };
}
