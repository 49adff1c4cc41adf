import { make } from "../setting.js";

const { bytes, count, phases, ratio, score, tokens } = make;

/** The one ranking that every kind of lesson goes through. */
export const retrieval = {
  retrieval: {
    triggerMinTokens: tokens(
      3,
      [1, 100],
      "directives: trigger-recall union",
      "A shorter trigger phrase gives no boost.",
    ),
    triggerBoost: score(
      0.3,
      [0, 10],
      "directives: trigger-recall union",
      "Added when a trigger stands verbatim in the title.",
    ),
    synonymsPerToken: count(4, [0, 100], "directives: synonym map", "Synonyms tried for one word of the query."),
    synonymBoost: score(0.15, [0, 10], "directives: synonym map", "Added for a match by synonym."),
    coldStartBoost: score(
      0.08,
      [0, 10],
      "directives: cold-start bonus",
      "Added to a new lesson that was never applied.",
    ),
    coldStartPhases: phases(3, [0, 1000], "directives: cold-start bonus", "A lesson younger than this is new."),
    mmrLambda: ratio(0.5, "directives: mmr_lambda", "1 ranks by relevance alone, 0 by difference alone."),
    synonymMaxPairs: count(
      500,
      [0, 100_000],
      "directives: synonym_map_max_pairs",
      "Pairs kept; the least recently used goes first.",
    ),
    synonymMapMaxBytes: bytes(262_144, [1024, 16_777_216], "ours", "A larger synonym map is not read."),
  },
};
