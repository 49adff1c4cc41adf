import { changeCommand } from "./lessons-change.js";

export const command = changeCommand({
  name: "reset",
  summary: "Let a lesson start again from nothing",
  description:
    "Makes a lesson a candidate again. Evidence from before the reset no longer counts, but stays in the log.",
  done: "was reset",
});
