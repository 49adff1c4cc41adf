import type { ProjectPlace } from "../../base/project/identify.js";
import { isoTime } from "../../log/events/time.js";
import type { Context } from "../call/context.js";
import type { Speaker } from "../call/speaker.js";
import { handleFor } from "../frame/handle.js";
import { contextFor } from "./context-for.js";
import type { OpenOptions } from "./open-options.js";
import type { LessonIndex, Whetstone } from "./whetstone.js";

/** An open project, from which surfaces make handles for different callers. */
export interface OpenedProject {
  /** A handle that speaks for this caller; for the one that the project was opened for, if left out. */
  readonly handle: (speaker?: Speaker) => Whetstone;
  readonly place: ProjectPlace;
  readonly close: () => Promise<void>;
}

/** Finds the project around a folder, reads its settings, and opens its store. Reading creates no files. */
export async function openWhetstone(options: OpenOptions = {}): Promise<Whetstone> {
  return openProject(options).handle();
}

/** The same for a surface that serves several callers. `as`: the project that the folder was. */
export function openProject(options: OpenOptions = {}, as?: ProjectPlace): OpenedProject {
  const context = contextFor(options, { as });
  return {
    handle: (speaker) => handleOf(speaker === undefined ? context : { ...context, ...speaker }),
    place: placeOf(context),
    close: () => context.close(),
  };
}

function placeOf({ identity, places }: Context): ProjectPlace {
  return { root: places.root, project: identity.key, data: places.data };
}

export function handleOf(context: Context): Whetstone {
  return {
    ...handleFor(context),
    config: context.ledger.config,
    index: lessonIndex(context),
    place: placeOf(context),
    unaccepted: context.unaccepted,
    settingsFault: context.loaded.fault,
    isShared: (context.team?.hub ?? null) !== null,
    exchange: async (connect) =>
      (await import("../../hub/exchange/exchange-in-turn.js")).exchangeInTurn(context, connect),
    reviewNotice: async () => (await import("../overview/review-notice.js")).reviewNotice(context),
    lossNotice: async () => (await import("../doctor/loss-notice.js")).lossNotice(context),
    isUnderWay: async (session) => {
      const { isUnderWay } = await import("../../lessons/directive/gate/begin-phase.js");
      return context.ledger.read((reader) => isUnderWay(reader, session));
    },
    noteGuarded: async (guarded) =>
      (await import("../../lessons/directive/note-guarded.js")).noteGuarded(context, guarded),
    noteCall: (host) => context.lastSeen.note(host, context.clock()),
    noteLoss: (stage, reason) => context.losses.note({ at: isoTime(context.clock()), stage, reason }),
    close: () => context.close(),
  };
}

function lessonIndex(context: Context): LessonIndex {
  return {
    nearest: async (input) =>
      (await import("../../lessons/search/find-similar.js")).nearestLessons(context, input),
    health: async () => (await import("../../lessons/search/search-health.js")).searchHealth(context),
    catchUp: async () => {
      const { finishForgetting } = await import("../../lessons/forget/finish-forgetting.js");
      try {
        await finishForgetting(context);
      } finally {
        await (await import("../../lessons/search/lesson-index.js")).catchUpIndex(context);
      }
    },
  };
}
