import { changeCommand } from "./lessons-change.js";

export const command = changeCommand({
  name: "deprecate",
  summary: "Stop showing a lesson",
  description:
    "Deprecates a lesson with a reason: plans leave it out. Evidence does not bring it back; only a reset does.",
  done: "was deprecated",
});
