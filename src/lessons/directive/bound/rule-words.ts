import type { RuleRow } from "./rule-rows.js";

/** The part of a call that a finding is about, where the call does not say it itself. */
export function partBeside({ did, what }: Pick<Example, "did" | "what">): string | undefined {
  const bare = (text: string) => text.replace(/["'\\]/g, "");
  return what === "" || bare(did).includes(bare(what)) ? undefined : what;
}

type Example = RuleRow["examples"]["broken"][number];

/** What a person decided about a rule, where that is worth a word. */
export function standingWords({ standing }: Pick<RuleRow, "standing">): readonly string[] {
  if (standing === "bound") return ["binds"];
  return standing === "watched" || standing === "proposed" ? [standing] : [];
}

/** What the sessions so far say of it, and what follows a breach if that is no denial. */
export function markWords(row: RuleRow): readonly string[] {
  const { then } = row.check;
  return [...marks(row), ...(then === undefined || then === "deny" ? [] : [then])];
}

function marks({ mark, faults, followed, overruled }: RuleRow): readonly string[] {
  if (mark === "broken") return [];
  if (mark === "never followed") return ["never followed: dead?"];
  if (mark === "fails when followed") return [`fails when followed (${faults} of ${followed}): wrong?`];
  if (mark === "you overruled it")
    return [`you overruled it ${overruled === 1 ? "once" : `${overruled} times`}`];
  return [mark];
}
