import * as z from "zod/mini";
import type { ExitCode } from "../base/terminal/exit-code.js";
import type { Style } from "../base/terminal/style.js";
import { counted } from "../base/text/counted.js";
import {
  type PublishResult,
  publishLessons,
  publishOutput,
} from "../lessons/instructions/publish-lessons.js";
import { instructionFileInput } from "../lessons/instructions/published-file.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons publish",
  group: "Lessons",
  summary: "Write the confirmed lessons into AGENTS.md or another file",
  description: `Writes the confirmed lessons into a marked section of a file that coding agents read: \
rules in force, and insights and strategies that a person promoted, but no proposals. The change is an \
ordinary diff, so a team can review lessons in git; 'whetstone lessons import' takes edited, added and \
deleted lines back.

One line is one lesson, with its id in a comment. Lines keep their order and new ones come last; the rest of \
the file is left alone. Running it twice changes nothing. Retired lessons leave the section. An agent that \
reads the file is not shown these lessons in its briefs again, unless they are critical or enforced.

Lines of the section that were edited by hand and not imported are not overwritten without --overwrite.`,
  examples: [
    { run: "whetstone lessons publish --to AGENTS.md --dry-run", about: "What would change:" },
    { run: "whetstone lessons publish --to AGENTS.md", about: "Write it, then commit the file:" },
    {
      run: "whetstone lessons publish --to AGENTS.md --check",
      about: "In CI: fails when it is out of date:",
    },
  ],
  words: ["agents.md", "publish"],
  caller: "person",
  hub: null,
  http: false,
  input: z.strictObject({
    file: instructionFileInput,
    overwrite: field(
      "Give up lines of the section that were edited by hand and not imported.",
      z._default(z.boolean(), false),
    ),
    dryRun: field("Only show what would change.", z._default(z.boolean(), false)),
    ...callerInput,
  }),
  output: publishOutput,
  cli: {
    options: { file: { name: "to", value: "FILE", about: "The file, relative to the project." } },
    own: {
      check: { type: "boolean", about: "Change nothing; exit with 1 when the file is out of date." },
      ...byOption,
    },
    exits: { 1: "With --check: the file is out of date." },
    render,
    run: command,
  },
  run: (context, { file, overwrite, dryRun, actor = context.actor, origin = context.origin }) =>
    publishLessons(context, { file, overwrite, dryRun }, { actor, origin }),
});

async function command(call: CommandCall<PublishResult>): Promise<ExitCode | undefined> {
  const check = call.own.check === true;
  const result = await call.run(check ? { ...call.input, dryRun: true } : call.input);
  const code = await call.print(result);
  return check && !(result.upToDate && result.pending.length === 0) ? 1 : code;
}

function render(result: Immutable<PublishResult>, style: Style): string {
  const { file, upToDate, written, lessons, added, changed, removed } = result;
  const { restored, elsewhere, pending, diff } = result;
  if (lessons.length + elsewhere.length === 0 && upToDate && pending.length === 0)
    return (
      "There are no confirmed lessons to publish. 'whetstone lessons add' writes a rule of your own, " +
      "'whetstone lessons list --state proposed' shows what waits for you."
    );
  const waiting = pending.map(({ line, why }) => style.yellow(`  line ${line}: ${why}`));
  const summary = upToDate
    ? `${file} is up to date: ${counted(lessons.length, "lesson")}`
    : `${written ? "Wrote" : "Would write"} ${counted(lessons.length, "lesson")} to ${file}: ` +
      `${added.length} added, ${changed.length} changed, ${removed.length} removed`;
  return [
    ...(written || diff === "" ? [] : [diff]),
    summary,
    ...(elsewhere.length === 0
      ? []
      : [`  ${counted(elsewhere.length, "lesson")} not repeated: ${file} says it outside of the section`]),
    ...(restored.length === 0
      ? []
      : [
          style.yellow(`  ${counted(restored.length, "line")} came back that had been deleted in the file`),
          `  to retire the lessons instead: whetstone lessons import ${file} --prune`,
        ]),
    ...(waiting.length === 0 || written
      ? []
      : [`Not imported yet; first run: whetstone lessons import ${file}`, ...waiting]),
  ].join("\n");
}
