import { lessonNames } from "../../../lessons/find-lesson.js";
import { verb as explain } from "../../../verbs/explain.js";
import type { CommandCall } from "../../../verbs/frame/command-line.js";
import type { Result } from "../../../verbs/frame/handle.js";
import { verb as history } from "../../../verbs/lessons-history.js";
import { lessonScreen } from "../lesson-screen.js";
import { verbCommand } from "../verb-command.js";

/** `explain` where people look for it: with what they can decide, and without what only a recount needs. */
export const command = {
  ...verbCommand({ ...explain, cli: { ...explain.cli, run: show } } as typeof explain),
  name: "show",
  summary: "Show a lesson: what is known of it, what happened, and what you can decide",
  description: [
    "Shows a lesson of any kind: its text and state, what is known of it, the newest events, and the commands " +
      "that decide about it. For a rule it also lists what it covers and whether an instruction file says the " +
      "same; for a failure lesson, what undid the failure, and session by session whether it came back with " +
      "the lesson and without it.",
    "'whetstone lessons history' lists everything that was done with a lesson. 'whetstone explain' adds the " +
      "numbers, the rule and all events, and explains outcomes, sessions, adapters, agents and skills as well.",
  ].join("\n\n"),
  arguments: [{ name: "id", about: "The id of the lesson; its beginning is enough.", required: true }],
  examples: [
    { run: "whetstone lessons list", about: "Find the id of a lesson, then:" },
    { run: "whetstone lessons show directive-3f9a…", about: "Why does it have its state?" },
  ],
};

function isLesson(kind: string): boolean {
  return (lessonNames as readonly string[]).includes(kind);
}

async function show({ input, json, printer, run, call, print }: CommandCall<Result<"explain">>) {
  const explained = await run(input);
  // What is no lesson has no history and nothing to decide.
  if (json || !isLesson(explained.kind)) return print(explained);
  const told = await call(history, { lesson: explained.id });
  await printer.resultLater(explained, (style) => lessonScreen(explained, told, style));
  return undefined;
}
