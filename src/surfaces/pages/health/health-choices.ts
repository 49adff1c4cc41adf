import type { Result } from "../../../verbs/frame/handle.js";
import { oneLesson, retire } from "../lessons/lesson-choices.js";
import type { Choice } from "../parts/decision.js";
import { relax } from "../policy/policy-choices.js";

export type Check = Result<"doctor">["checks"][number];

/** What a finding names, and what a person can do about it at once. */
export interface Fix {
  readonly about: string;
  readonly choice: Choice;
}

/** The fixes that need no terminal; none for what is fine. */
export function fixesFor({ name, state, about = [] }: Check): readonly Fix[] {
  if (state === "ok") return [];
  if (name === "backup") return [{ about: "backup", choice: makeBackup }];
  if (name === "read models") return [{ about: "views of the log", choice: rebuild }];
  return about.flatMap(({ kind, id, text = id }) => {
    if (kind === "lesson") return [{ about: text, choice: retire(oneLesson(id)) }];
    return kind === "adapter" ? [{ about: id, choice: relax(id) }] : [];
  });
}

const makeBackup: Choice = {
  label: "Make a backup",
  consequence: "Copies the database into the folder of backups. Agents go on meanwhile.",
  takesReason: false,
  act: async (call) => {
    const { backup } = await call("back-up", {});
    return { text: `There is a backup now: ${backup}` };
  },
};

const rebuild: Choice = {
  label: "Rebuild",
  consequence: "Reads the whole log again. Nothing that was recorded changes.",
  takesReason: false,
  act: async (call) => {
    const { events } = await call("rebuild", {});
    return { text: `${events} events were read again.` };
  },
};
