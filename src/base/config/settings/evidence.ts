import { make } from "../setting.js";

const { boolean, choice, ratio } = make;

/** Trials: some lessons are held out of some sessions, to compare sessions with and without them. */
export const evidence = {
  evidence: {
    enabled: boolean(
      true,
      "ours",
      "Hold machine-made lessons out of some sessions, to measure whether they help; false shows all of them.",
    ),
    share: ratio(
      0.8,
      "ours",
      "Share of sessions in which a machine-made lesson is shown until it is known whether it helps.",
    ),
    holdOut: choice(
      "everywhere",
      ["everywhere", "never"],
      "ours",
      "Whether a lesson may be held out at the very moment of its failure too; never always shows it there.",
    ),
  },
};
