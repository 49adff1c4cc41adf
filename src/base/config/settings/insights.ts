import { make } from "../setting.js";

const { boolean, count, days, factor, list, ms, ratio, score, tokens } = make;

/**
 * What a role keeps noticing: its score, its life, its room in a prompt, and its correction by validators.
 */
export const insights = {
  insights: {
    decayDays: days(
      14,
      [0.01, 36_500],
      "jkz: time decay",
      "An unused insight falls to a third (1/e) of its score in this time.",
    ),
    immuneAfterReinforcements: count(
      3,
      [1, 1000],
      "jkz: immune to decay",
      "Reinforced this often, an insight no longer decays.",
    ),
    ruleFactor: factor(1.3, [0, 10], "jkz: category weight, rule", "Score factor of a rule."),
    causalFactor: factor(1.1, [0, 10], "jkz: category weight, causal", "Score factor of a causal link."),
    similarityWeight: ratio(0.6, "jkz: 60/40 blend", "Share of the similarity in the blended score."),
    dropBelowScore: ratio(0.1, "jkz: minimum score", "An insight that scores less is not shown."),
    deprecateUnusedDays: days(
      180,
      [1, 36_500],
      "ours (jkz: lifecycle, deprecated)",
      "Unused for this long, an insight is deprecated.",
    ),
    warnDays: days(
      90,
      [1, 36_500],
      "ours (jkz: false positives are not raised again)",
      "A role is warned of what a validator refuted for this long after the last refutation.",
    ),
    adversarialRoles: list(
      ["auditor", "judge", "sentinel"],
      "jkz: adversarial roles",
      "Roles that get the larger budget.",
    ),
    adversarialBudgetTokens: tokens(
      800,
      [0, 100_000],
      "jkz: token budget",
      "Room for insights in an adversarial role's prompt.",
    ),
    budgetTokens: tokens(
      500,
      [0, 100_000],
      "jkz: token budget",
      "Room for insights in any other role's prompt.",
    ),
    matchOverlap: ratio(
      0.6,
      "ours (jkz: fuzzy token overlap)",
      "Token overlap from which a false positive matches an insight.",
    ),
    severeRoles: list(
      ["sentinel", "inspector"],
      "jkz: per-role weight",
      "Roles whose insights take the severe penalty.",
    ),
    severePenalty: score(
      1.5,
      [0, 10],
      "jkz: per-role weight",
      "Ignore weight of a false positive in a severe role.",
    ),
    outcomeScoring: boolean(
      true,
      "ours (jkz: outcome-score)",
      "Whether the end of a run counts for what was shown in it.",
    ),
    pairs: list(
      ["curator:auditor", "inspector:judge", "lens:sentinel"],
      "jkz: adversarial and validator roles",
      "Which validator judges which role, when a verdict does not say.",
    ),
    briefLimitMs: ms(
      250,
      [1, 60_000],
      "ours",
      "A brief that takes longer is given up: nothing is shown in this run.",
    ),
    captureLimitMs: ms(
      2_000,
      [1, 600_000],
      "ours",
      "A deliberation or verdict that takes longer to record is given up.",
    ),
  },
};
