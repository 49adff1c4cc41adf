import { make } from "../setting.js";

const { choice, string } = make;

/** A project that is shared with a hub. */
export const team = {
  team: {
    hub: string(
      "",
      "ours",
      "Address of the hub that the people of this project use. Nothing is sent to it until a person joins it " +
        "with 'whetstone team join'.",
    ),
    share: choice(
      "lessons",
      ["lessons", "everything"],
      "ours",
      "What leaves the machine: lessons, outcomes and receipts, or raw outputs of tools too; " +
        "not from a project's file.",
    ),
  },
};
