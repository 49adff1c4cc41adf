import type { Config } from "../../base/config/settings.js";
import { counted } from "../../base/text/counted.js";
import { isByHand } from "../../log/events/lesson.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import type { InsightRow } from "../insight/fold/insights.js";
import {
  contextFactorMax,
  contextStep,
  type InsightScore,
  outcomeStep,
  scoreInsight,
} from "../insight/rules/insight-score.js";
import {
  candidateSightings,
  type InsightState,
  stateOfInsight,
  verifiedContexts,
} from "../insight/rules/insight-state.js";
import type { Explanation, Surroundings } from "../kind.js";
import { quoteAsData } from "../unconfirmed/quote-as-data.js";

const named = { rule: "a rule", causal: "a causal link", observation: "an observation" } as const;

/** What an insight is worth and why, factor by factor, and what would move it to its next state. */
export function explainInsight(row: InsightRow, { ledger: { config }, clock }: Surroundings): Explanation {
  const { insights: settings } = config;
  const { evidence, category } = row;
  const score = scoreInsight(evidence, category, 0, clock(), settings);
  const state = stateOfInsight(evidence, clock(), settings);
  return {
    answer: [
      `${quoteAsData(row.text)} was noticed by ${row.role} in ` +
        `${counted(evidence.sightings, "run")}${echoes(row)}; it is ${named[category]}.`,
      stateSentence(row, state, settings),
      shownSentence(score, state, settings),
      ...againstIt(row, settings),
      ...row.contradicts.map((other) => `It says the opposite of ${other}; a person may want to decide.`),
      `It was shown ${counted(row.exposures, "time")}.`,
    ],
    numbers: {
      score: rounded(score.score),
      successRate: rounded(score.successRate),
      decay: rounded(score.decay),
      category: score.category,
      contextAtMost: contextFactorMax,
      successes: evidence.successes,
      ignores: evidence.ignores,
      ignoreWeight: rounded(evidence.ignoreWeight),
      reinforcements: evidence.reinforcements,
      runsHeld: evidence.outcomes.held,
      runsFailed: evidence.outcomes.failed,
      ageing: evidence.ageing,
      sightings: evidence.sightings,
      echoes: evidence.echoes,
      situations: evidence.situations.length,
      exposures: row.exposures,
    },
    rule:
      `score = successes / (successes + ignore weight) · exp(−days since use / ${settings.decayDays}) · ` +
      "category · context; " +
      `a run that held or failed adds ${settings.outcomeScoring ? outcomeStep : 0} to its side; ` +
      `no decay after ${settings.immuneAfterReinforcements} reinforcements; context is 1 + ${contextStep} ` +
      `for each shared label, place and phase, at most ${contextFactorMax}; ` +
      `not shown below ${settings.dropBelowScore}`,
  };
}

function echoes({ evidence, role }: InsightRow): string {
  if (evidence.echoes === 0) return "";
  return (
    `, and repeated ${counted(evidence.echoes, "time")} where ${role} had just been shown it or had ` +
    "already said it, which does not count as evidence"
  );
}

function stateSentence({ evidence }: InsightRow, state: InsightState, settings: Config["insights"]): string {
  switch (state) {
    case "deprecated": {
      const why = evidence.deprecated?.reason ?? `unused for ${settings.deprecateUnusedDays} days`;
      return evidence.deprecated !== null && isByHand(evidence.deprecated)
        ? `It is deprecated by ${evidence.deprecated.origin ?? "a person"} (${why}); only a reset undoes that.`
        : `It is deprecated (${why}); a verdict with evidence brings it back, or a reset.`;
    }
    case "active":
      return "It is active because a person vouched for it.";
    case "verified":
      return (
        `It is verified: it came up in ${evidence.situations.length} distinct situations. A person can ` +
        "promote it: whetstone lessons promote."
      );
    case "candidate":
      return (
        "It is a candidate, not verified: it came up in " +
        `${counted(evidence.situations.length, "situation")}, and ${verifiedContexts} are needed, with ` +
        "another task and other labels or folders."
      );
    case "observed":
      return `It is only observed: ${candidateSightings} sightings make a candidate.`;
  }
}

function shownSentence(
  { score, immune, decay }: InsightScore,
  state: InsightState,
  settings: Config["insights"],
): string {
  const fades = immune ? "it no longer fades" : `time has left ${rounded(decay)} of it`;
  const worth = `It is worth ${rounded(score)} now (${fades})`;
  if (state === "deprecated") return `${worth}, and is not shown.`;
  return score < settings.dropBelowScore
    ? `${worth}: less than ${settings.dropBelowScore}, so it is not shown unless its context lifts it.`
    : `${worth}, enough to be shown.`;
}

function againstIt({ evidence }: InsightRow, settings: Config["insights"]): readonly string[] {
  const sentences: string[] = [];
  if (evidence.ignores > 0)
    sentences.push(
      `Validators called it a false positive ${counted(evidence.ignores, "time")}, the last at ` +
        `${evidence.penalisedAt}.`,
    );
  if (evidence.regressedAt !== null)
    sentences.push(
      `It has regressed: it had held up often and was then refuted. ${settings.immuneAfterReinforcements} ` +
        "reinforcements clear that.",
    );
  return sentences;
}
