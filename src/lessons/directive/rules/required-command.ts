import { decidingPrograms } from "../../../reading/shell/outcome.js";
import { baseName } from "../../../reading/shell/words.js";
import { programName } from "../../../reading/shell/wrappers.js";
import type { Directive } from "./directive.js";
import type { Form } from "./forbidden/forms.js";
import { matchesForm } from "./forbidden/matches-command.js";
import type { ReadCall, ReadRun } from "./forbidden/read-call.js";
import { readForbiddenAction } from "./forbidden-action.js";

/** A command that a directive asks for, as its text names it. */
export interface RequiredCommand {
  readonly text: string;
  readonly form: Form;
}

/** The commands among what a directive requires and checks. The rest is prose, which no program can see. */
export function requiredCommandsOf({
  requiredActions,
  verificationChecks,
}: Pick<Directive, "requiredActions" | "verificationChecks">): readonly RequiredCommand[] {
  const found = [...requiredActions, ...verificationChecks].flatMap((text) => requiredCommand(text) ?? []);
  return found.filter((each, at) => found.findIndex(({ text }) => text === each.text) === at);
}

/**
 * `npm run check`, `run npm run check`, `npm run check was run`: read as a forbidden action is. Only the command
 * itself is asked for: what would be forbidden along with it does not do instead.
 */
export function requiredCommand(text: string): RequiredCommand | undefined {
  const command = text
    .trim()
    .replace(/\.$/, "")
    .replace(/^run\s+/i, "")
    .replace(/\s+(?:was|is|has been) run$/i, "")
    .replaceAll("`", "");
  const action = readForbiddenAction(command);
  const form = action?.glob === undefined ? action?.forms?.[0] : undefined;
  return form === undefined ? undefined : { text: command, form };
}

/** The commands of a call that are the required one; none when it does not run it to its end. */
export function runsRequired({ text, form }: RequiredCommand, call: ReadCall): readonly ReadRun[] {
  const { runs, unread } = call;
  if (unread !== undefined || !matchesForm(runs, form)) return [];
  const isWaitedFor = runs.some(({ words }) => words[0] === "wait");
  return runs.filter(
    (run) =>
      (!run.background || isWaitedFor) &&
      !onlyTells(run, text) &&
      form.commands.some((command) => matchesForm([run], { ...form, commands: [command] })),
  );
}

/** With these a program says what it is, or what it would do. */
const tellingOptions = new Set(["--help", "--version", "--dry-run"]);

function onlyTells({ words }: Pick<ReadRun, "words">, required: string): boolean {
  const asked = required.split(/[\s=]+/);
  return words.some((word) => {
    const [option = ""] = word.split("=", 1);
    return tellingOptions.has(option) && !asked.includes(option);
  });
}

/** Whether how a command line ended says nothing of this command: it stands before a pipe, `;` or `||`. */
export function isMasked(line: string, { words }: Pick<ReadRun, "words">): boolean {
  const name = baseName(words[0] ?? "");
  return decidingPrograms(line).masked.some((program) => program.name === name);
}

/** What git brings back or in is no edit of the agent; `git mv` and `git rm` are. */
export function isGitsOwn({ words }: Pick<ReadRun, "words">): boolean {
  return programName(words[0] ?? "") === "git" && !["mv", "rm"].includes(words[1] ?? "");
}
