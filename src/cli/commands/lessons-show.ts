import { verb as explain } from "../../verbs/explain.js";
import { verbCommand } from "../verb-command.js";

/** The same as `explain`, where people look for it. */
export const command = {
  ...verbCommand(explain),
  name: "show",
  summary: "Show a lesson: its state, its numbers and its events",
  examples: [{ run: "whetstone lessons show directive-3f9a…", about: "Why does it have its state?" }],
};
