import type { Result } from "../../verbs/frame/handle.js";
import type { Choice } from "../parts/decision.js";

export type Lesson = Result<"lessons list">["lessons"][number];

const putAway: readonly string[] = ["archived", "retired", "deprecated"];

/** What a person can decide about a lesson in its state; forgetting comes last. */
export function choicesFor(lesson: Lesson): readonly [Choice, ...Choice[]] {
  const isAway = putAway.includes(lesson.state);
  if (lesson.kind === "directive" || lesson.kind === "failure") {
    const sleeps = isAway || lesson.state === "asleep";
    const waits = lesson.state === "proposed" || lesson.state === "quarantined";
    const first = sleeps ? bringBack(lesson) : waits ? accept(lesson) : vouch(lesson);
    return [first, ...(isAway ? [] : [retire(lesson)]), forget(lesson)];
  }
  return isAway
    ? [startAgain(lesson), forget(lesson)]
    : [vouch(lesson), startAgain(lesson), retire(lesson), forget(lesson)];
}

function accept({ id }: Lesson): Choice {
  return {
    label: "Accept",
    consequence: "It is in force: agents are told it from their next session on.",
    reason: "a person accepted it",
    act: async (call, reason) => {
      await call("lessons activate", { lesson: id, reason });
      return { text: "It is in force." };
    },
  };
}

function bringBack({ id, state }: Lesson): Choice {
  return {
    label: state === "asleep" ? "Wake" : "Bring back",
    consequence: "It is shown again.",
    reason: "a person wants it shown again",
    act: async (call, reason) => {
      await call("lessons activate", { lesson: id, reason });
      return { text: "It is shown again." };
    },
  };
}

function vouch({ id, kind }: Lesson): Choice {
  const isFailure = kind === "failure";
  return {
    label: "Vouch",
    consequence: isFailure
      ? "It is never held back, and agents read your reason with it: say what to do."
      : "You stand for it: agents are told it as proven.",
    ...(isFailure ? {} : { reason: "a person stands for it" }),
    act: async (call, reason) => {
      const { state } = await call("lessons promote", { lesson: id, reason });
      return { text: `You stand for it: it is ${state}.` };
    },
  };
}

function startAgain({ id }: Lesson): Choice {
  return {
    label: "Start again",
    consequence: "It is a candidate again; its evidence so far no longer counts.",
    reason: "a person started it again",
    act: async (call, reason) => {
      const { state } = await call("lessons reset", { lesson: id, reason });
      return { text: `It starts again: it is ${state}.` };
    },
  };
}

function retire({ id, kind }: Lesson): Choice {
  const isUndone = kind === "directive" || kind === "failure";
  return {
    label: "Retire",
    consequence: isUndone
      ? "Agents are no longer told it. Nothing is deleted, and you can bring it back."
      : "Agents are no longer told it. Nothing is deleted; it comes back only without its evidence.",
    reason: "a person retired it",
    act: async (call, reason) => {
      await call("lessons retire", { lessons: [id], reason });
      const undo = async () => {
        await call("lessons activate", { lesson: id, reason: "a person took the retirement back" });
      };
      return { text: "It is retired.", undo: isUndone ? undo : undefined };
    },
  };
}

function forget({ id }: Lesson): Choice {
  return {
    label: "Forget",
    consequence: "Its words are removed from the log and the backups. This cannot be undone.",
    reason: "a person wants it forgotten",
    preview: async (call) => {
      const { blankedEvents } = await call("lessons forget", { lesson: id, dryRun: true });
      const events = blankedEvents === 1 ? "1 event" : `${blankedEvents} events`;
      return `This removes its words from ${events}, for good.`;
    },
    act: async (call, reason) => {
      await call("lessons forget", { lesson: id, reason });
      return { text: "It is forgotten." };
    },
  };
}

/** What a person can decide about several lessons at once. */
export function choicesForMany(lessons: readonly Lesson[]): readonly [Choice, ...Choice[]] {
  const many = lessons.length === 1 ? "1 lesson" : `${lessons.length} lessons`;
  const ids = lessons.map(({ id }) => id);
  const waiting = lessons.filter(({ state }) => state === "proposed" || state === "quarantined");
  const retireAll: Choice = {
    label: `Retire ${many}`,
    consequence: "Agents are no longer told any of them. Nothing is deleted.",
    reason: "a person retired them together",
    act: async (call, reason) => {
      const { retired } = await call("lessons retire", { lessons: ids, reason });
      return { text: `${retired.length} retired.` };
    },
  };
  if (waiting.length !== lessons.length) return [retireAll];
  const acceptAll: Choice = {
    label: `Accept ${many}`,
    consequence: "All of them are in force from the next session on.",
    reason: "a person accepted them together",
    act: async (call, reason) => {
      for (const lesson of ids) await call("lessons activate", { lesson, reason });
      return { text: `${ids.length} in force.` };
    },
  };
  return [acceptAll, retireAll];
}
