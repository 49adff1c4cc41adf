import type { Result } from "../../verbs/frame/handle.js";
import type { Said } from "../acts.js";
import type { Call } from "../call.js";
import type { Choice } from "../parts/decision.js";
import { relax } from "../policy/policy-choices.js";

export type Need = Result<"today">["needs"][number];

/** What a person can decide about something that waits. */
export function choicesFor(need: Need): readonly [Choice, ...Choice[]] {
  const { kind, id } = need;
  switch (kind) {
    case "correction":
    case "proposal":
      return [accept(id), reject(id)];
    case "quarantined":
      return [{ ...accept(id), label: "Put in force" }, reject(id)];
    case "harms":
      return [{ ...reject(id), label: "Retire", reason: "sessions did worse with it" }];
    case "stale":
      return [stillHolds(need), reject(id)];
    case "relaxation":
      return [relax(id)];
    case "gate":
      return [letPass(id)];
  }
}

function accept(lesson: string): Choice {
  return {
    label: "Accept",
    consequence: "Agents are told it from their next session on.",
    reason: "a person accepted it",
    act: async (call, reason) => {
      await call("lessons activate", { lesson, reason });
      return { text: "It is in force." };
    },
  };
}

function reject(lesson: string): Choice {
  return {
    label: "Retire",
    consequence: "Agents are not told it, and it is not proposed again. You can take it back.",
    reason: "a person turned it down",
    act: (call, reason) => retire(call, lesson, reason),
  };
}

/** Retires a lesson; activating it takes that back. */
async function retire(call: Call, lesson: string, reason: string): Promise<Said> {
  await call("lessons retire", { lessons: [lesson], reason });
  const undo = async () => {
    await call("lessons activate", { lesson, reason: "a person took the retirement back" });
  };
  return { text: "It is retired.", undo };
}

function stillHolds({ text, files }: Need): Choice {
  return {
    label: "Still holds",
    consequence: "It stays in force, and is compared with the files as they are now.",
    reason: "a person looked at it",
    act: async (call) => {
      await call("lessons add", { text, citations: [...files] });
      return { text: "Noted: it still holds." };
    },
  };
}

function letPass(phase: string): Choice {
  return {
    label: "Let it end",
    consequence:
      "The phase may end although something is open. Your reason, of ten letters or more, stays in the log.",
    act: async (call, reason) => {
      await call("gate", { phase, override: reason });
      return { text: `${phase} may end.` };
    },
  };
}
