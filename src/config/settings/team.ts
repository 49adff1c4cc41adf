import { make } from "../setting.js";

const { choice } = make;

/** A project that is shared with a hub. */
export const team = {
  team: {
    share: choice(
      "lessons",
      ["lessons", "everything"],
      "ours",
      "What leaves the machine: lessons, outcomes and receipts, or raw outputs of tools too; " +
        "not from a project's file.",
    ),
  },
};
