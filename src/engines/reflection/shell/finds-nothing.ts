import { decidingPrograms } from "../../../shell/outcome.js";

/** Programs that answer a question with their exit code: 1 is "no", 2 and more are errors. */
const asking = /^(?:grep|egrep|fgrep|zgrep|rg|ag|pgrep|diff|cmp|test|\[|\[\[|which)$/;

/** Whether exit code 1 of this command is an answer of its last program rather than a failure. */
export function findsNothing(command: string): boolean {
  const last = decidingPrograms(command).deciding.at(-1);
  return last !== undefined && (asking.test(last.words[0] ?? "") || isGitGrep(last.words));
}

function isGitGrep(words: readonly string[]): boolean {
  return words[0] === "git" && words.slice(1, 6).some((word) => word === "grep" || word === "merge-base");
}
