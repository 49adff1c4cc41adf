import { re } from "./wordings/wording.js";

/** Because of these words a question counts; see the wording of the same name. */
export const leftOutStep = "reminds of a step that was left out";

const plainVerb = new Map(
  Object.entries({
    ran: "run",
    written: "write",
    wrote: "write",
    added: "add",
    updated: "update",
    changed: "change",
    checked: "check",
    formatted: "format",
    linted: "lint",
    committed: "commit",
    pushed: "push",
  }),
);
const asked = re(
  "^(?:(?:did|have) (?:you|we)|(?:you|we) (?:didn't|did not|haven't|have not|forgot to|never)) ",
  "(?:actually |already |also |even |not )*(.{3,80}?)(?: too| yet| again| already)?[.?!\\s]*$",
);

/** "Did you run the tests?" as the rule that it stands for, with the words that were said. */
export function ruleOfLeftOutStep(said: string): string {
  const step = asked.exec(said)?.[1];
  if (step === undefined) return said;
  const [verb = "", ...rest] = step.replace(/ any\b/iu, "").split(" ");
  const plain = plainVerb.get(verb.toLowerCase()) ?? verb;
  const act = [plain.charAt(0).toUpperCase() + plain.slice(1), ...rest].join(" ");
  return `${act} before you report that something is done (said: "${said.replaceAll('"', "'")}")`;
}
