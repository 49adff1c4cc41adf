import type { CommandLine } from "../frame/command-line.js";
import { withOption } from "./command-refusals.js";
import { byOption } from "./person-input.js";

/** What muting a lesson for a role and undoing it have in common on the command line. */
export const muteCommand = {
  arguments: ["lesson"],
  options: { role: { value: "NAME" } },
  own: byOption,
  prepare: (given) => withOption(given, "role", "--role reviewer"),
} as const satisfies Pick<
  CommandLine<{ lesson: string; role: string }, unknown>,
  "arguments" | "options" | "own" | "prepare"
>;
