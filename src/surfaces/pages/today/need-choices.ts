import type { Result } from "../../../verbs/frame/handle.js";
import { accept, oneLesson, retire, tellAgents, turnDown } from "../lessons/lesson-choices.js";
import type { Choice } from "../parts/decision.js";
import { relax } from "../policy/policy-choices.js";
import { dismiss } from "../team/team-choices.js";

export type Need = Result<"today">["needs"][number];

/** What a person can decide about something that waits. */
export function choicesFor(need: Need): readonly [Choice, ...Choice[]] {
  const { kind, id, signs } = need;
  const one = oneLesson(id);
  // The usual answer to what looks as if it meant to steer agents is no.
  const answers = (yes: Choice) =>
    signs.length > 0 ? ([turnDown(one), yes] as const) : ([yes, turnDown(one)] as const);
  switch (kind) {
    case "correction":
    case "proposal":
      return answers(accept(one));
    case "quarantined":
      return answers({ ...accept(one), label: "Put in force" });
    case "unsolved":
      return [
        tellAgents(id),
        { ...retire(one, "a person does not want to be asked about it"), label: "Never mind" },
      ];
    case "harms":
      return [retire(oneLesson(id), "sessions did worse with it")];
    case "stale":
      return [stillHolds(need), retire(one)];
    case "credential":
    case "relaxation":
      return [relax(id)];
    case "gate":
      return [letPass(id)];
    case "rule":
      return [letGo(id)];
    case "refused":
      return [dismiss(id)];
  }
}

function stillHolds({ id }: Need): Choice {
  return {
    label: "Still holds",
    consequence: "It stays in force, and is compared with the files as they are now.",
    reason: "a person looked at it",
    act: async (call, reason) => {
      await call("lessons activate", { lesson: id, reason });
      return { text: "Noted: it still holds." };
    },
  };
}

function letGo(rule: string): Choice {
  return {
    label: "Let the rule go",
    consequence: "It no longer stops calls. It stays in its file, and 'whetstone rules bind' binds it again.",
    reason: "agents cannot work with it",
    act: async (call, reason) => {
      await call("rules unbind", { rule, reason });
      return { text: "It no longer binds." };
    },
  };
}

function letPass(phase: string): Choice {
  return {
    label: "Let it end",
    consequence:
      "The phase may end although something is open. Your reason, of ten letters or more, stays in the log. " +
      "This cannot be undone.",
    act: async (call, reason) => {
      await call("gate", { phase, override: reason });
      return { text: `${phase} may end.` };
    },
  };
}
