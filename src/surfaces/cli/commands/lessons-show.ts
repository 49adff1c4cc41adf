import { verb as explain } from "../../../verbs/explain.js";
import { verbCommand } from "../verb-command.js";

/** The same as `explain`, where people look for it. */
export const command = {
  ...verbCommand(explain),
  name: "show",
  summary: "Show a lesson: its state, its numbers and its events",
  description: [
    "Shows a lesson of any kind: its text, the state that it is in, the numbers and the rule that put it there, " +
      "and the events that they come from. For a directive it also lists what it covers and whether an " +
      "instruction file says the same; for a failure lesson, what undid the failure, and session by session " +
      "whether it came back with the lesson and without it.",
    "'whetstone lessons history' lists everything that was done with a lesson. 'whetstone explain' prints the " +
      "same as this, and explains outcomes, sessions, adapters, agents and skills as well.",
  ].join("\n\n"),
  arguments: [{ name: "id", about: "The id of the lesson; its beginning is enough.", required: true }],
  examples: [
    { run: "whetstone lessons list", about: "Find the id of a lesson, then:" },
    { run: "whetstone lessons show directive-3f9a…", about: "Why does it have its state?" },
  ],
};
