import { deniesWhatFollows } from "../../../reading/language/negation.js";
import { runsIn } from "../../../reading/shell/runs.js";
import { isOption } from "../../../reading/shell/words.js";
import { knownPrograms, withoutSubCommands } from "./forbidden/program-tables.js";

/** Words behind a program that do not narrow what is said of it. */
const addsNothing = new Set("here again anymore any more please directly ever".split(" "));

/**
 * The command of a call that somebody's words turn down: "never npm" after `npm install left-pad` turns down
 * `npm install`. Undefined where the words say more, such as "never npm in CI": that is narrower than a command.
 */
export function turnedDownCommand(words: string, call: string): string | undefined {
  const line = call.slice(call.indexOf(" ") + 1);
  for (const { words: run } of runsIn(line).runs) {
    const [program = "", next = ""] = run;
    if (knownPrograms.has(program) && turnsDown(words, program, run))
      return withoutSubCommands.has(program) || next === "" || isOption(next)
        ? program
        : `${program} ${next}`;
  }
  return undefined;
}

/** More words between a denial and the program deny something else. */
const mostBetween = 3;

function turnsDown(text: string, program: string, run: readonly string[]): boolean {
  return text.split(/[.,;:!?()–—]+(?:\s|$)/).some((clause) => {
    const plain = clause
      .toLowerCase()
      .replaceAll(/[`'"“”]/g, "")
      .trim()
      .split(/\s+/);
    const at = plain.indexOf(program);
    if (at < 1 || !plain.slice(at + 1).every((word) => run.includes(word) || addsNothing.has(word)))
      return false;
    return deniesWhatFollows(plain.slice(Math.max(0, at - 1 - mostBetween), at).join(" "));
  });
}
