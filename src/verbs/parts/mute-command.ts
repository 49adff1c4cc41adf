import type { CommandLine } from "../frame/command-line.js";
import { withOption } from "./command-refusals.js";
import { byOption } from "./person-input.js";

/** The options and arguments that `lessons mute` and `lessons unmute` share. */
export const muteCommand = {
  arguments: ["lesson"],
  options: { role: { value: "NAME" } },
  own: byOption,
  prepare: (given) => withOption(given, "role", "--role reviewer"),
} as const satisfies Pick<
  CommandLine<{ lesson: string; role: string }, unknown>,
  "arguments" | "options" | "own" | "prepare"
>;
