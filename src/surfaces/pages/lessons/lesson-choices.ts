import type { Result } from "../../../verbs/frame/handle.js";
import type { Said } from "../acts.js";
import type { Call } from "../call.js";
import type { Choice } from "../parts/decision.js";

export type Lesson = Result<"lessons list">["lessons"][number];

/** What a choice is about: one lesson or several, of which all or none can be decided back. */
interface Chosen {
  readonly ids: readonly string[];
  readonly canUndo: boolean;
  /** How the buttons name them: "" for the one whose page it is. */
  readonly named: string;
}

const putAway: readonly string[] = ["archived", "retired", "deprecated"];
const waiting: readonly string[] = ["proposed", "quarantined"];

/** What a person can decide about a lesson, what its state and its verdict suggest first; forgetting comes last. */
export function choicesFor(lesson: Lesson): readonly [Choice, ...Choice[]] {
  const { id, kind, state } = lesson;
  const one = oneLesson(id, isSettled(lesson));
  const isAway = putAway.includes(state);
  if (!isSettled(lesson))
    return isAway ? [startAgain(id), forget(id)] : [vouch(lesson), startAgain(id), retire(one), forget(id)];
  if (isAway) return [bringBack(one, state), forget(id)];
  if (state === "asleep") return [bringBack(one, state), retire(one), forget(id)];
  if (waiting.includes(state)) return [accept(one), turnDown(one), forget(id)];
  if (kind !== "failure") return [vouch(lesson), retire(one), forget(id)];
  if (state === "unsolved") return [tellAgents(id), retire(one), forget(id)];
  const others = [vouch(lesson), putToSleep(one)] as const;
  return lesson.measured?.verdict === "harms"
    ? [retire(one, "sessions did worse with it"), ...others, forget(id)]
    : [...others, retire(one), forget(id)];
}

/** What a person can decide about several lessons at once. */
export function choicesForMany(lessons: readonly Lesson[]): readonly [Choice, ...Choice[]] {
  const many: Chosen = {
    ids: lessons.map(({ id }) => id),
    canUndo: lessons.every(isSettled),
    named: lessons.length === 1 ? " 1 lesson" : ` ${lessons.length} lessons`,
  };
  const all = (holds: (lesson: Lesson) => boolean) => lessons.every(holds);
  if (many.canUndo && all(({ state }) => putAway.includes(state))) return [bringBack(many, "retired")];
  if (many.canUndo && all(({ state }) => state === "asleep"))
    return [bringBack(many, "asleep"), retire(many)];
  if (all(({ state }) => waiting.includes(state))) return [accept(many), turnDown(many)];
  const awake = all(({ kind, state }) => kind === "failure" && !["asleep", "retired"].includes(state));
  return awake ? [retire(many), putToSleep(many)] : [retire(many)];
}

/** Directives and failure lessons stand as people decide; of the others the evidence decides. */
function isSettled({ kind }: Lesson): boolean {
  return kind === "directive" || kind === "failure";
}

export function oneLesson(id: string, canUndo = true): Chosen {
  return { ids: [id], canUndo, named: "" };
}

/** What was done, with the way back: each of the lessons stands again as it did before. */
function decided(call: Call, { ids, canUndo }: Chosen, text: string): Said {
  if (!canUndo) return { text };
  const undo = async () => {
    for (const lesson of ids) await call("lessons undo", { lesson, reason: "a person took it back" });
  };
  return { text, undo };
}

/** "It is in force." for the one that is open, "3 in force." for several. */
function outcomeText({ ids, named }: Chosen, state: string): string {
  return named === "" ? `It is ${state}.` : `${ids.length} ${state}.`;
}

export function accept(chosen: Chosen): Choice {
  return {
    label: `Accept${chosen.named}`,
    consequence: "Agents are shown it from their next session on. You can undo it.",
    reason: "a person accepted it",
    act: async (call, reason) => {
      for (const lesson of chosen.ids) await call("lessons activate", { lesson, reason });
      return decided(call, chosen, outcomeText(chosen, "in force"));
    },
  };
}

function bringBack(chosen: Chosen, state: string): Choice {
  return {
    label: `${state === "asleep" ? "Wake" : "Bring back"}${chosen.named}`,
    consequence: "Agents are shown it again. You can undo it.",
    reason: "a person wants it shown again",
    act: async (call, reason) => {
      for (const lesson of chosen.ids) await call("lessons activate", { lesson, reason });
      return decided(call, chosen, outcomeText(chosen, "shown again"));
    },
  };
}

function putToSleep(chosen: Chosen): Choice {
  return {
    label: `Put${chosen.named === "" ? "" : chosen.named} to sleep`,
    consequence: "Agents are not shown it until its failure comes back; then it wakes by itself.",
    reason: "a person put it to sleep",
    act: async (call, reason) => {
      for (const lesson of chosen.ids) await call("lessons sleep", { lesson, reason });
      return decided(call, chosen, outcomeText(chosen, "asleep"));
    },
  };
}

/** What nobody solved, the person does. */
export function tellAgents(lesson: string): Choice {
  return {
    label: "Tell agents",
    consequence: "Agents read it when this fails again, and at the start while it fails often.",
    asks: "What should agents do?",
    awaitsAnswer: true,
    act: async (call, reason) => {
      await call("lessons promote", { lesson, reason });
      return decided(call, oneLesson(lesson), "Agents will be told.");
    },
  };
}

function vouch(lesson: Lesson): Choice {
  const { id, kind } = lesson;
  const isFailure = kind === "failure";
  const back = isSettled(lesson)
    ? "You can undo it."
    : "This cannot be undone, but it can start over without its evidence.";
  return {
    label: "Vouch",
    consequence: isFailure
      ? `It is never held out, and agents read what you say with it. ${back}`
      : `You stand for it: agents are shown it as proven. ${back}`,
    ...(isFailure ? { asks: "What should agents know?" } : { reason: "a person stands for it" }),
    act: async (call, reason) => {
      const { state } = await call("lessons promote", { lesson: id, reason });
      return decided(call, oneLesson(id, isSettled(lesson)), `You stand for it: it is ${state}.`);
    },
  };
}

function startAgain(lesson: string): Choice {
  return {
    label: "Start again",
    consequence: "It is a candidate again; its evidence so far no longer counts. This cannot be undone.",
    reason: "a person started it again",
    act: async (call, reason) => {
      const { state } = await call("lessons reset", { lesson, reason });
      return { text: `It starts again: it is ${state}.` };
    },
  };
}

export function retire(chosen: Chosen, reason = "a person retired it"): Choice {
  const told = `Agents are no longer shown ${chosen.named === "" ? "it" : "any of them"}. Nothing is deleted`;
  return {
    label: `Retire${chosen.named}`,
    consequence: chosen.canUndo
      ? `${told}, and you can bring it back.`
      : `${told}; what evidence decides about comes back only without its evidence.`,
    reason,
    act: async (call, given) => {
      await call("lessons retire", { lessons: [...chosen.ids], reason: given });
      return decided(call, chosen, outcomeText(chosen, "retired"));
    },
  };
}

/** Of what nobody accepted yet. */
export function turnDown(chosen: Chosen): Choice {
  return {
    ...retire(chosen, "a person turned it down"),
    label: `Turn down${chosen.named}`,
    consequence: "Agents are not shown it. Nothing is deleted, and you can undo it.",
    act: async (call, reason) => {
      await call("lessons retire", { lessons: [...chosen.ids], reason });
      return decided(call, chosen, outcomeText(chosen, "turned down"));
    },
  };
}

function forget(lesson: string): Choice {
  return {
    label: "Forget",
    consequence: "Its words are removed from the log and the backups. This cannot be undone.",
    reason: "a person wants it forgotten",
    preview: async (call) => {
      const { blankedEvents } = await call("lessons forget", { lesson, dryRun: true });
      const events = blankedEvents === 1 ? "1 event" : `${blankedEvents} events`;
      return `This removes its words from ${events}, for good.`;
    },
    act: async (call, reason) => {
      await call("lessons forget", { lesson, reason });
      return { text: "It is forgotten. This cannot be undone." };
    },
  };
}
