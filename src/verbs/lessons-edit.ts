import * as z from "zod/mini";
import { editText } from "../base/terminal/edit-text.js";
import type { ExitCode } from "../base/terminal/exit-code.js";
import type { Style } from "../base/terminal/style.js";
import {
  type EditResult,
  editDirective,
  editOutput,
  previewEdit,
} from "../lessons/directive/edit-directive.js";
import { nearDirectives, textRefusal } from "../lessons/directive/propose-directive.js";
import { checkText } from "../lessons/directive/rules/directive-text.js";
import { lessonInput } from "../lessons/find-lesson.js";
import { directiveFields } from "../log/events/directive.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { checkableOptions } from "./parts/checkable-options.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons edit",
  group: "Lessons",
  summary: "Change the text of a rule, or its roles and tools",
  description: `Changes the text of a rule, or the roles and tools that it is for. It keeps its id, its \
history and what was recorded about it; the log holds the old and the new text. Rewording an agent's \
proposal puts it in force. --roles and --tools replace the present ones; * means everyone. Without --text, \
--roles and --tools it opens the text in the editor that EDITOR names.

'whetstone lessons set' changes the priority and whether it blocks; 'whetstone lessons add' with the same \
text adds checks to it. The text of an insight or a strategy is what was observed: retire it and add a rule \
instead.`,
  examples: [
    {
      run: 'whetstone lessons edit 3f9a41c2 --text "Run npm test and npm run lint before every commit"',
      about: "Word it anew:",
    },
    { run: "whetstone lessons edit 3f9a41c2", about: "In your editor:" },
  ],
  words: ["change", "edit", "reword", "rewrite"],
  caller: "person",
  hub: "lead",
  input: z.strictObject({
    lesson: lessonInput,
    text: field(
      "The new text, in one sentence.",
      z.optional(z.string().check(z.minLength(1), z.maxLength(20_000))),
    ),
    appliesToAgents: field(
      "The roles that it is for from now on; * for all.",
      z.optional(directiveFields.appliesToAgents),
    ),
    appliesToTools: field(
      "The tools that it is for from now on.",
      z.optional(directiveFields.appliesToTools),
    ),
    reason: field("Why.", z.optional(z.string().check(z.minLength(1), z.maxLength(1_000)))),
    dryRun: field("Only show what would change.", z._default(z.boolean(), false)),
    ...callerInput,
  }),
  output: editOutput,
  cli: {
    arguments: ["lesson"],
    options: {
      text: { value: "TEXT" },
      appliesToAgents: checkableOptions.appliesToAgents,
      appliesToTools: checkableOptions.appliesToTools,
    },
    own: byOption,
    render,
    run: command,
  },
  check: (_context, { text }) => {
    if (text === undefined) return undefined;
    const door = checkText(text);
    return door.ok ? undefined : textRefusal(door);
  },
  run: async (context, input) => {
    const { lesson, dryRun, actor = context.actor, origin = context.origin, ...edit } = input;
    const near = edit.text === undefined ? undefined : await nearDirectives(context, edit.text);
    if (dryRun) return context.ledger.read((reader) => previewEdit(reader, lesson, edit, near));
    context.beforeWriting();
    return context.ledger.write((writer) => editDirective(writer, lesson, edit, near, { actor, origin }));
  },
});

async function command(call: CommandCall<EditResult>): Promise<ExitCode | undefined> {
  const { input, run, print, io } = call;
  const named = ["text", "appliesToAgents", "appliesToTools"].some((name) => input[name] !== undefined);
  if (named) return print(await run(input));
  const { before } = await run({ ...input, dryRun: true });
  return print(await run({ ...input, text: editText(before.text, io) }));
}

function render(result: Immutable<EditResult>, style: Style): string {
  const { lesson, before, after, changed, contradicts } = result;
  if (changed.length === 0) return `${style.bold(lesson)} is as it was: nothing was changed`;
  const whom = (roles: readonly string[]) => (roles.length === 0 ? "everyone" : roles.join(", "));
  return [
    `${style.bold(lesson)} was changed:`,
    ...(changed.includes("text") ? [style.red(`  - ${before.text}`), style.green(`  + ${after.text}`)] : []),
    ...(changed.includes("appliesToAgents")
      ? [`  roles: ${whom(before.appliesToAgents)} → ${whom(after.appliesToAgents)}`]
      : []),
    ...(changed.includes("appliesToTools")
      ? [`  tools: ${before.appliesToTools.join(", ")} → ${after.appliesToTools.join(", ")}`]
      : []),
    ...(contradicts === null
      ? []
      : [style.yellow(`  it says the opposite of ${contradicts}, and both are shown: retire one`)]),
  ].join("\n");
}
