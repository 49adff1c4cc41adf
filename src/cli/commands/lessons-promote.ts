import { changeCommand } from "./lessons-change.js";

export const command = changeCommand({
  name: "promote",
  summary: "Vouch for a lesson: it counts as proven",
  description: `Makes a lesson proven because somebody outside of the evidence confirms it. It stays so until evidence or a person deprecates it.

A deprecated lesson cannot be promoted: reset it first.`,
  done: "was promoted",
});
